import type { CallwrightCall } from "@callwright/call";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCall } from "../harness/calling.ts";
import { sharedChromium } from "../harness/chromium.ts";
import { type ForeignPage, serveForeignPage } from "../harness/foreign-page.ts";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { heardSince, tapPage } from "../harness/page-audio.ts";
import { putNetworkBefore } from "../harness/page-network.ts";
import { type PlatformUser, signUp } from "../harness/platform.ts";
import { recognise } from "../harness/recognise.ts";
import { shareHeard, words } from "../harness/words.ts";

/** A network whose packets come up to 300 ms late and in any order: the first words and the whole farewell are heard. */

declare global {
  interface Window {
    shakenCall: CallwrightCall;
    hasShakenCallEnded: boolean;
  }
}

const SCRIPT = `
import { CallwrightCall } from "@callwright/call";
window.hasShakenCallEnded = false;
window.newCall = (token, url) => {
  window.shakenCall = new CallwrightCall(token, url);
  window.shakenCall.on("call-end", () => { window.hasShakenCallEnded = true; });
};
`;
const GREETING = "Welcome to the bakery. My name is Riley, and I can tell you when we are open.";
const FAREWELL =
  "Thank you for calling the bakery today. We bake fresh bread every morning, and we would like to see you on Saturday. Have a lovely evening and a good night.";
const JITTER_MS = 300;

let site: ForeignPage;
let browser: Browser;
let user: PlatformUser;

beforeAll(async () => {
  site = await serveForeignPage({ script: SCRIPT });
  browser = await sharedChromium();
  user = await signUp(sharedServerUrl(), newAccount());
});
afterAll(() => site?.close());

test("the first words and the whole farewell are heard", async () => {
  const { body: assistant } = await user.send<{ id: string }>("POST", "/assistant", {
    name: "Baker",
    firstMessage: GREETING,
    endCallMessage: FAREWELL,
    silenceTimeoutSeconds: 10,
    model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "We bake." }] },
  });
  const { body: token } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Shaken" });
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await tapPage(page);
  const network = await putNetworkBefore(page);
  network.shake(JITTER_MS);
  await page.goto("/");
  const id = await page.evaluate(
    async ([key, url, assistantId]) => {
      (window as unknown as { newCall(token: string, url: string): void }).newCall(key, url);
      return (await window.shakenCall.start(assistantId))?.id ?? "";
    },
    [token.value, sharedServerUrl(), assistant.id] as const,
  );
  await page.waitForFunction(() => window.hasShakenCallEnded, undefined, { timeout: 120_000 });
  const heard = (await recognise(await heardSince(page, 0))).map(({ text }) => text).join(" ");
  expect((await endedCall(user, id)).endedReason).toBe("silence-timed-out");
  expect(words(heard).slice(0, 2)).toContain("welcome");
  expect(words(heard).slice(-3)).toContain("night");
  expect(shareHeard(`${GREETING} ${FAREWELL}`, heard)).toBeGreaterThan(0.85);
  network.close();
  await context.close();
});
