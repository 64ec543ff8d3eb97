import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { messages } from "../../apps/web/src/messages/messages.ts";
import { closeSharedWindows, openPage, sharedChromium } from "./chromium.ts";
import { type Account, newcomer } from "./dashboard.ts";
import { newAccount, sharedServerUrl } from "./open-dashboard.ts";
import { tapPage } from "./page-audio.ts";
import type { ServerProcess } from "./server-process.ts";
import { failTogether } from "./steps.ts";

/** A real user's task, only through the screens. Its steps are the tests of one file. */
export interface Journey {
  /** Address of the server. */
  url: string;
  browser: Browser;
  /** The user, who has no account yet. */
  person: Account;
  /** The user's window. */
  page: Page;
  /** Another person's window, or a page of another site. It is watched like the first. */
  openWindow(options?: BrowserContextOptions): Promise<Page>;
}

interface Options {
  /** Starts a server for a journey that begins with an empty one, or stops it. Default: the shared one. */
  server?: () => Promise<ServerProcess>;
}

/**
 * Opens the journey of a file. Each step fails on a console error, an exception, a visible message key, or an unhandled rejection of a separate
 * server (`run-server.ts` checks the shared one); after a failed step, the next ones fail at once.
 */
export function journey({ server }: Options = {}): () => Journey {
  failTogether();
  let opened: Journey | undefined;
  let ownServer: ServerProcess | undefined;
  const windows: Page[] = [];
  const problems: string[] = [];

  const watch = (page: Page) => {
    windows.push(page);
    page.on("pageerror", (error) => problems.push(`Exception: ${error.stack ?? error}`));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`Console: ${message.text()} (${message.location().url})`);
    });
    return page;
  };

  beforeAll(async () => {
    ownServer = await server?.();
    const url = ownServer?.url ?? sharedServerUrl();
    const browser = await sharedChromium();
    const openWindow = async (options: BrowserContextOptions = {}) => {
      const { page } = await openPage(browser, url, options);
      await tapPage(page);
      return watch(page);
    };
    opened = { url, browser, person: ownServer ? newcomer : newAccount(), page: await openWindow(), openWindow };
  });
  afterEach(async () => {
    for (const page of windows.filter((each) => !each.isClosed())) problems.push(...(await rawKeys(page)));
    const printed = ownServer?.output() ?? "";
    if (/unhandled ?rejection|uncaught/i.test(printed)) problems.push(printed);
    expect(problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await closeSharedWindows();
    await ownServer?.stop();
  });
  return () => {
    if (!opened) throw new Error("The journey begins before its first step.");
    return opened;
  };
}

const KEYS = new Set(keysOf(messages));

/** Keys of the message catalog that stand on a page in place of their text. */
async function rawKeys(page: Page): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: textContent also has scripts, styles and what is hidden.
  const text = await page.evaluate(() => document.body?.innerText ?? "");
  const words = text.match(/\b[a-z]\w*(?:\.\w+)+\b/g) ?? [];
  return words.filter((word) => KEYS.has(word)).map((key) => `Message key on the page: ${key}`);
}

function keysOf(group: object, prefix = ""): string[] {
  return Object.entries(group).flatMap(([name, inner]) => {
    const key = prefix + name;
    return typeof inner === "object" && inner !== null ? keysOf(inner, `${key}.`) : [key];
  });
}
