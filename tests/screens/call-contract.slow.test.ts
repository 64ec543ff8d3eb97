import { contractRows } from "@callwright/call/contract-table";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../harness/chromium.ts";
import { chromiumStage, openStagePage, type StageSettings } from "../harness/chromium-stage.ts";
import { type ForeignPage, serveForeignPage } from "../harness/foreign-page.ts";
import { startScriptedServer } from "../harness/scripted-call-hosts.ts";
import { speechFile } from "../harness/speech.ts";

/**
 * All rows of the contract table for a direct room, in a real browser: the SDK in a page of another origin, a real server, real WebRTC, a microphone.
 * packages/call/src/contract.test.ts plays the same rows without a browser, and those of rooms at Daily.
 */

/** Rows that a real direct room cannot reproduce, by their sentences, with the reasons. */
const BEYOND_A_BROWSER: Record<string, string> = {
  "audio-observer-setup that fails is told by audio-observer-setup-error, and the call goes on":
    "Levels are read from an audio graph that is there since the room is; nothing of their beginning can fail.",
  "a level observer that fails is told by the event of that name": "Nor can it fail later.",
  "a restarted recording does not ask for the first message again":
    "The page records a direct call once, from its beginning to its end.",
  "a participant that changes is passed through": "There are two in a direct room, and nothing of them changes.",
};
/** Spoken without a pause, over and over. */
const CALLER_SAYS = "We would like to know when you are open, where you are, who we may ask, and how we will reach you again.";

const rows = contractRows("direct");

let shop: ForeignPage;
let settings: StageSettings;
/** One page for all rows of a desktop, and one for those of a phone. */
const pages = new Map<boolean, Page>();

beforeAll(async () => {
  const [scripted, served, microphone] = await Promise.all([
    startScriptedServer(),
    serveForeignPage({ script: `import "../call-stage-page.ts";` }),
    speechFile({ text: CALLER_SAYS, voice: "slt" }),
  ]);
  shop = served;
  const { orgToken: token } = await scripted.server.signUp();
  settings = { browser: await launchChromium({ microphone }), pageUrl: shop.url, scripted, token };
});

afterAll(async () => {
  await settings?.browser.close();
  await shop?.close();
  await settings?.scripted.server.close();
});

test("what is left out is a row of the table, and no more than it was", () => {
  const says = rows.map((row) => row.says);
  expect(says).toEqual(expect.arrayContaining(Object.keys(BEYOND_A_BROWSER)));
  expect(Object.keys(BEYOND_A_BROWSER)).toHaveLength(4);
});

describe("in a direct room, in Chromium", () => {
  for (const { says, source, given = {}, check } of rows.filter((row) => !(row.says in BEYOND_A_BROWSER)))
    test(`${says} (${source})`, async ({ onTestFailed }) => {
      const { isMobile = false } = given;
      const page = pages.get(isMobile) ?? (await openStagePage(settings, isMobile));
      // A page in which a row has failed is not used again.
      pages.delete(isMobile);
      onTestFailed(() => page.context().close());
      const stage = await chromiumStage(page, settings, given);
      await check(stage);
      await stage.close();
      pages.set(isMobile, page);
    });
});
