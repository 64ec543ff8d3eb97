import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Expensive resources of a page: live tracks, open connections, running audio, timers, listeners on the page itself. */
export interface Held {
  tracks: number;
  connections: number;
  contexts: number;
  elements: number;
  recorders: number;
  timers: number;
  listeners: number;
}

declare global {
  interface Window {
    countHeld(): Held;
  }
}

/** Call before the page is opened. */
export async function countHeldIn(page: Page): Promise<void> {
  await page.addInitScript({ path: fileURLToPath(new URL("./held.page.js", import.meta.url)) });
}

export function heldBy(page: Page): Promise<Held> {
  return page.evaluate(() => window.countHeld());
}

/** Waits until a page holds no more than before. */
export async function expectNothingLeft(page: Page, before: Held): Promise<void> {
  await expect.poll(() => heldBy(page)).toEqual(before);
}
