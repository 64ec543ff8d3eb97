import { CuttableNetwork } from "@callwright/engine/testing";
import type { Page, Route } from "playwright-core";

/** The network a page is in, as its calls know it. */
export interface PageNetwork {
  /** Offline: neither requests nor sound nor messages pass. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Into another network: the ways of before are gone, and nothing tells the page. */
  change(): void;
  close(): void;
}

/**
 * Puts a network that can be cut between a page and the rooms of its calls. Chromium's own offline mode knows requests only, so the sound
 * is led through relays: the descriptions of both sides are rewritten on their way. Call before the page starts a call.
 */
export async function putNetworkBefore(page: Page): Promise<PageNetwork> {
  const network = new CuttableNetwork();
  let isOnline = true;

  async function signal(route: Route): Promise<void> {
    if (!isOnline) return route.abort("internetdisconnected");
    const request = route.request();
    if (request.method() === "DELETE") return route.continue();
    const response = await route.fetch({ postData: network.offer(request.postData() ?? "") });
    if (!response.ok()) return route.fulfill({ response });
    return route.fulfill({ response, body: await network.answer(await response.text()) });
  }

  await page.route(/\/call\/[^/]+\/room(\/session\/\d+)?\?secret=/, signal);
  return {
    async cut() {
      isOnline = false;
      network.cut();
      await page.context().setOffline(true);
    },
    async restore() {
      isOnline = true;
      network.restore();
      await page.context().setOffline(false);
    },
    change: () => network.change(),
    close: () => network.close(),
  };
}
