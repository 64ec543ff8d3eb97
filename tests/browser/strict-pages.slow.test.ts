import type { CallwrightCall } from "@callwright/call";
import type { OfferedPackage } from "@callwright/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPage, sharedChromium } from "../harness/chromium.ts";
import { hangUp, openAssistant, talk } from "../harness/dashboard.ts";
import { serveNetworkPage } from "../harness/network-page.ts";
import { newAccount, sharedServerUrl, signUpByRequest } from "../harness/open-dashboard.ts";
import { type PageNetwork, putNetworkBefore } from "../harness/page-network.ts";
import { listEvents, type PlatformUser } from "../harness/platform.ts";
import { openSite, type Site } from "../harness/site.ts";

/**
 * Pages whose content security policy refuses `blob:` hear over the room's websocket, too: their audio thread loads the worklet from a file.
 */

interface StrictWindow {
  strictCall: CallwrightCall;
  levels: number[];
  vapiSDK: { run(options: object): CallwrightCall };
}

const url = sharedServerUrl();
/** Noise cancellation compiles WebAssembly. */
const SERVER_ALONE = `script-src ${url} 'wasm-unsafe-eval'; worker-src 'self'`;
let user: PlatformUser;
let target: { token: string; url: string; assistantId: string };
let site: Site;
let page: Page;
let errors: string[];
let network: PageNetwork;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  network?.close();
  await site?.close();
});

beforeEach(async () => {
  network?.close();
  ({ page, errors } = await openPage(await sharedChromium(), url));
  network = await putNetworkBefore(page);
  user = await signUpByRequest(page, url, newAccount());
  const { body: assistants } = await user.send<{ id: string; name: string }[]>("GET", "/assistant");
  const { body: token } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Site" });
  target = { token: token.value, url, assistantId: assistants.find(({ name }) => name === "Riley")?.id ?? "" };
  network.block();
});

const pathsOf = async (id: string) =>
  (await listEvents(user, id)).flatMap(({ type, payload }) => (type === "caller.path" ? [payload] : []));

async function expectOverWebsocket(id: string): Promise<void> {
  await expect.poll(() => pathsOf(id)).toEqual([{ path: "websocket", reason: "udp-blocked" }]);
  expect(errors).toEqual([]);
}

test("a page that has bundled the SDK, with `script-src 'self'`", async () => {
  const shop = await serveNetworkPage({ policy: "default-src 'self'; script-src 'self'; worker-src 'self'; connect-src *" });
  await page.goto(shop.url);
  await page.waitForFunction(() => "networkCall" in window);
  const id = await page.evaluate((options) => window.networkCall.start(options), target);
  await page.waitForFunction(() => window.networkCall.peaks.filter(({ peak }) => peak > 0.02).length >= 30);
  await expectOverWebsocket(id);
  await page.evaluate(() => window.networkCall.hangUp());
  await shop.close();
});

/** Starts a call with the SDK of the page, and waits until the assistant is loud. */
async function callAndHear(): Promise<void> {
  const id = await page.evaluate(async (assistantId) => {
    const strict = window as unknown as StrictWindow;
    strict.levels = [];
    strict.strictCall.on("volume-level", (level) => strict.levels.push(level));
    return (await strict.strictCall.start(assistantId))?.id ?? "";
  }, target.assistantId);
  await page.waitForFunction(() => (window as unknown as StrictWindow).levels.some((level) => level > 0.1));
  await expectOverWebsocket(id);
  await page.evaluate(() => (window as unknown as StrictWindow).strictCall.stop());
}

test("a page with the script tag, which allows scripts of the server alone", async () => {
  site.show({
    html: `<!doctype html><script src="${url}/vapi-web.js"></script>`,
    policy: SERVER_ALONE,
  });
  await page.goto(site.url);
  await page.evaluate(({ token, assistantId }) => {
    const strict = window as unknown as StrictWindow;
    strict.strictCall = strict.vapiSDK.run({ apiKey: token, assistant: assistantId });
  }, target);
  await callAndHear();
});

test("a page without a bundler, which allows scripts of the server alone", async () => {
  const { body: packages } = await user.send<OfferedPackage[]>("GET", "/packages");
  const address = packages.find(({ name }) => name === "@callwright/call")?.modules["@callwright/call"];
  site.show({ html: "<!doctype html>", policy: SERVER_ALONE });
  await page.goto(site.url);
  // As text: the test's own bundler would replace the import.
  await page.evaluate(`import(${JSON.stringify(address)}).then(({ CallwrightCall }) => {
    window.strictCall = new CallwrightCall(${JSON.stringify(target.token)}, ${JSON.stringify(url)});
  })`);
  await callAndHear();
});

test("the dashboard, whose own policy is as strict", async () => {
  await page.goto("/assistants");
  await openAssistant(page, "Riley");
  await talk(page);
  const id = await hangUp(page);
  await expectOverWebsocket(id);
});
