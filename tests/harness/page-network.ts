import { CuttableNetwork } from "@callwright/engine/testing";
import type { Page, Route, WebSocketRoute } from "playwright-core";

/** The network of a page's calls. */
export interface PageNetwork {
  /** Offline: neither requests nor sound nor messages pass. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Lets requests and websockets through, and no WebRTC. */
  block(): void;
  /** Packets to the page are late by up to this many milliseconds, in any order. */
  shake(jitterMs: number): void;
  /** Into another network: the ways of before are gone, and nothing tells the page. */
  change(): void;
  close(): void;
}

/** A close that no browser and no server makes: the connection is lost. */
const LOST_CODE = 4_999;

/** Leads the page's websockets to rooms through the test. Answers what breaks those that are open. Call before the page is opened. */
export async function holdRoomSockets(page: Page): Promise<() => Promise<void>> {
  const ends = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/room\/socket\?/, (near) => {
    ends.add(near).add(near.connectToServer());
  });
  return async () => {
    const broken = [...ends];
    ends.clear();
    await Promise.all(broken.map((end) => end.close({ code: LOST_CODE, reason: "" })));
  };
}

/**
 * Puts a network that can be cut between a page and the rooms of its calls. Chromium's own offline mode only affects requests, so the sound passes
 * relays: the descriptions of both sides are rewritten on their way. Call before the page starts a call.
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
    block: () => network.cut(),
    shake(jitterMs) {
      network.jitterMs = jitterMs;
    },
    change: () => network.change(),
    close: () => network.close(),
  };
}
