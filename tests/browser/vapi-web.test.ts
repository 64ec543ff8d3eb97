import type { CallwrightCall } from "@callwright/call";
import type Vapi from "@callwright/vapi-web";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../harness/accessible.ts";
import { endedCall } from "../harness/calling.ts";
import { openPage, sharedChromium } from "../harness/chromium.ts";
import { type ForeignPage, serveForeignPage } from "../harness/foreign-page.ts";
import { countHeldIn, expectNothingLeft, heldBy } from "../harness/held.ts";
import { tapPage, waitForSound } from "../harness/page-audio.ts";
import { listCalls } from "../harness/platform.ts";
import { shopPage, widgetSite } from "../harness/widget.ts";

/** Pages that are written for the hosted provider's web SDK and its script tag, on another origin, against the real server. */

type Heard = Record<string, unknown[]>;

declare global {
  interface Window {
    vapiCall: Vapi;
    vapiHeard: Heard;
    vapiSDK: { run(options: object): unknown; vapi?: unknown };
    /** What `run` of the script tag returned. */
    vapiInstance: unknown;
  }
}

/** In the style of that SDK's own documentation. */
const APP = `
import Vapi from "@callwright/vapi-web";

const { token, assistantId } = Object.fromEntries(new URLSearchParams(location.search));
const vapi = new Vapi(token);
const heard = {};
const hear = (name) => (value) => (heard[name] ??= []).push(value);

vapi.on("speech-start", hear("speech-start"));
vapi.on("speech-end", hear("speech-end"));
vapi.on("call-start", hear("call-start"));
vapi.on("call-end", hear("call-end"));
vapi.on("volume-level", hear("volume-level"));
vapi.on("audio", (player) => hear("audio")(player.volume));
vapi.on("message", hear("message"));
vapi.on("error", hear("error"));

document.querySelector("#start").addEventListener("click", () => {
  vapi.setVolume(0.5);
  vapi.start(assistantId);
});
document.querySelector("#stop").addEventListener("click", () => vapi.stop());

window.vapiCall = vapi;
window.vapiHeard = heard;
`;

const site = widgetSite();
let browser: Browser;
let app: ForeignPage;
let token: string;
let assistantId: string;

beforeAll(async () => {
  browser = await sharedChromium();
  app = await serveForeignPage({
    script: APP,
    body: `<script>CALLWRIGHT_URL = ${JSON.stringify(site().serverUrl)}</script><button id="start">Talk</button><button id="stop">Hang up</button>`,
  });
  const { user } = site();
  const assistants = await user.send<{ id: string }[]>("GET", "/assistant");
  assistantId = assistants.body[0]?.id ?? "";
  token = (await user.send<{ value: string }>("POST", "/token", { tag: "public" })).body.value;
});

afterAll(() => app?.close());

const untilHeard = (page: Page, name: string) => page.waitForFunction((wanted) => window.vapiHeard[wanted], name);

const heard = (page: Page, name: string) => page.evaluate((wanted) => window.vapiHeard[wanted] ?? [], name);

test("an app whose import is replaced calls the assistant, hears it, and hangs up", async () => {
  const { page, errors } = await openPage(browser, app.url);
  await countHeldIn(page);
  await tapPage(page);
  await page.goto(`/?${new URLSearchParams({ token, assistantId })}`);
  await page.waitForFunction(() => "vapiCall" in window);
  const before = await heldBy(page);
  await page.getByRole("button", { name: "Talk" }).click();
  await untilHeard(page, "call-start");
  await untilHeard(page, "speech-start");
  await waitForSound(page, 0);
  await page.waitForFunction(() => window.vapiHeard["volume-level"]?.some((volume) => Number(volume) > 0.1));
  await page.waitForFunction(() =>
    window.vapiHeard.message?.some((message) => {
      const { type, role, transcriptType, transcript } = message as Record<string, string>;
      return type === "transcript" && role === "assistant" && transcriptType === "final" && /Riley/.test(transcript ?? "");
    }),
  );
  expect(await heard(page, "audio")).toEqual([0.5]);
  await page.evaluate(() => window.vapiCall.setVolume(0.25));
  expect(await page.evaluate(() => window.vapiCall.getAudioPlayer()?.volume)).toBe(0.25);
  await page.evaluate(() => window.vapiCall.setMuted(true));
  expect(await page.evaluate(() => window.vapiCall.isMuted())).toBe(true);
  await page.getByRole("button", { name: "Hang up" }).click();
  await untilHeard(page, "call-end");
  expect(await heard(page, "speech-end")).not.toHaveLength(0);
  expect(await heard(page, "error")).toEqual([]);
  await expectNothingLeft(page, before);
  const id = (await listCalls(site().user))[0]?.id ?? "";
  expect(await endedCall(site().user, id)).toMatchObject({ endedReason: "customer-ended-call" });
  expect(errors).toEqual([]);
  await page.context().close();
});

/** The documented snippet with another address. */
const snippet = (options: object) => `<script>
  (function (d, t) {
    var g = document.createElement(t), s = d.getElementsByTagName(t)[0];
    g.src = "${site().serverUrl}/vapi-web.js";
    g.defer = true;
    g.async = true;
    s.parentNode.insertBefore(g, s);
    g.onload = function () {
      window.vapiHeard = {};
      window.vapiInstance = window.vapiSDK.run(${JSON.stringify(options)});
      if (window.vapiInstance)
        for (const name of ["call-start", "call-start-progress", "call-end", "speech-start", "message", "error"])
          window.vapiInstance.on(name, (value) => (window.vapiHeard[name] ??= []).push(value));
    };
  })(document, "script");
</script>`;

const PILLS = {
  position: "bottom-right",
  offset: "24px",
  idle: { type: "pill", title: "Ask us", subtitle: "Talk with our assistant" },
  active: { type: "pill", title: "In a call", subtitle: "Hang up" },
};

test("the script tag's button starts a call, shows its state, and ends it", async () => {
  const options = { apiKey: token, assistant: assistantId, assistantOverrides: { variableValues: {} }, config: PILLS };
  const { page, errors } = await site().visit(shopPage(snippet(options)), { viewport: { width: 1440, height: 900 } });
  const button = page.locator("button.vapi-btn");
  await expect.poll(() => button.getAttribute("class")).toBe("vapi-btn vapi-btn-is-idle vapi-btn-pill");
  const box = await button.boundingBox();
  expect([1440 - (box?.x ?? 0) - (box?.width ?? 0), 900 - (box?.y ?? 0) - (box?.height ?? 0)]).toEqual([24, 24]);
  expect(await page.evaluate(() => window.vapiSDK.vapi === window.vapiInstance)).toBe(true);
  await page.getByRole("button", { name: "Ask us Talk with our assistant" }).click();
  await page.locator("button.vapi-btn-is-loading.vapi-btn-round").waitFor();
  await page.getByRole("button", { name: "In a call Hang up" }).waitFor();
  await untilHeard(page, "speech-start");
  await page.locator("button.vapi-btn-is-active.vapi-btn-is-speaking").waitFor();
  await page.waitForFunction(() => document.querySelector("button.vapi-btn:not(.vapi-btn-volume-0)"));
  // Noise cancellation is found beside the script.
  const processing = {
    stage: "audio-processing-setup",
    status: "completed",
    metadata: expect.objectContaining({ noiseCancellation: "rnnoise" }),
  };
  await expect.poll(() => heard(page, "call-start-progress")).toContainEqual(expect.objectContaining(processing));
  await page.keyboard.press("Enter");
  await untilHeard(page, "call-end");
  await page.locator("button.vapi-btn-is-idle").waitFor();
  expect(await heard(page, "error")).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test("the button is idle again when the assistant ends the call, and starts the next one", async () => {
  const { page } = await site().visit(shopPage(snippet({ apiKey: token, assistant: assistantId })));
  const start = page.getByRole("button", { name: "Have a quick question?" });
  for (const _call of ["first", "second"]) {
    await start.click();
    await page.getByRole("button", { name: "Call is in progress…" }).waitFor();
    await page.evaluate(() => (window.vapiInstance as CallwrightCall).send({ type: "end-call" }));
    await start.waitFor();
  }
  expect(await heard(page, "call-end")).toHaveLength(2);
  await page.context().close();
});

test("a call that is refused leaves an idle button, and says why", async () => {
  const { page } = await site().visit(shopPage(snippet({ apiKey: "nobody's", assistant: assistantId })));
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.getByRole("button", { name: "Have a quick question?" }).click();
  await untilHeard(page, "error");
  await page.locator("button.vapi-btn-is-idle").waitFor();
  expect(await heard(page, "error")).toMatchObject([{ type: "start-method-error", error: { error: { statusCode: 401 } } }]);
  expect(said.filter((line) => line.startsWith("Callwright: "))).toHaveLength(1);
  await page.context().close();
});

test("without a token or an assistant there is no button, and a sentence", async () => {
  const { page } = await site().visit(shopPage(""));
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.addScriptTag({ url: `${site().serverUrl}/vapi-web.js` });
  expect(await page.evaluate(() => window.vapiSDK.run({ apiKey: "token" }))).toBeNull();
  expect(said).toEqual(["Callwright: vapiSDK.run needs apiKey (a public token), and assistant or squad."]);
  expect(await page.locator("button").count()).toBe(0);
  await page.context().close();
});

test.each([
  ["light", 1440],
  ["dark", 390],
] as const)("axe finds nothing about the button, in a %s page of %i px", async (colorScheme, width) => {
  const { page } = await site().visit(shopPage(snippet({ apiKey: token, assistant: assistantId, config: PILLS })), {
    colorScheme,
    viewport: { width, height: 844 },
  });
  await page.locator("button.vapi-btn").waitFor();
  // Which of its landmarks a button is in is up to the page.
  expect((await violations(page)).filter((found) => !found.startsWith("region"))).toEqual([]);
  await page.context().close();
});

test("a page's own rules for the documented classes win", async () => {
  const rules = "<style>.vapi-btn { bottom: 100px; border-radius: 0; }</style>";
  const { page } = await site().visit(rules + shopPage(snippet({ apiKey: token, assistant: assistantId })));
  const look = await page.locator("button.vapi-btn").evaluate((element) => {
    const { bottom, borderRadius, position } = getComputedStyle(element);
    return { bottom, borderRadius, position };
  });
  expect(look).toEqual({ bottom: "100px", borderRadius: "0px", position: "fixed" });
  await page.context().close();
});
