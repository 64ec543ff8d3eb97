import { readFile } from "node:fs/promises";
import type { Assistant } from "@callwright/contract";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fill, follow, launchFirefox, openWindow, press, untilText } from "../harness/firefox.ts";
import { serveNetworkPage } from "../harness/network-page.ts";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { hasMoved, makeSeen, servePicturePage } from "../harness/picture-page.ts";
import { listEvents, type PlatformUser, signIn } from "../harness/platform.ts";
import { openSite } from "../harness/site.ts";
import { speechFile } from "../harness/speech.ts";
import { failTogether } from "../harness/steps.ts";

/** The dashboard, a call and the widget in Firefox, from sign-up on. */

failTogether();

const url = sharedServerUrl();
const person = newAccount();
const errors: string[] = [];
let browser: Browser;
let page: Page;
let user: PlatformUser;

beforeAll(async () => {
  browser = await launchFirefox();
  page = await openWindow(browser, errors);
});
afterAll(() => browser?.close());

test("a person signs up, and the dashboard is live", async () => {
  await page.goto(`${url}/sign-up`);
  await fill(page, "Name", person.name);
  await fill(page, "Email", person.email);
  await fill(page, "Password", person.password);
  await press(page, "Sign up");
  await page.waitForFunction(() => location.pathname === "/overview");
  await follow(page, "Assistants");
  await untilText(page, "Riley");
  await untilText(page, "Live");
  user = await signIn(url, person);
});

test("what is edited in one window is shown in another", async () => {
  const other = await openWindow(browser, errors);
  await other.goto(`${url}/assistants`);
  await untilText(other, "Riley");
  await untilText(other, "Live");
  await page.bringToFront();
  await press(page, "New assistant");
  await fill(page, "Name", "Night desk");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /^\/assistants\/[0-9a-f-]{36}$/.test(location.pathname));
  await untilText(other, "Night desk");
  await fill(page, "First message", "Good evening.");
  await untilText(page, "Draft · saved");
  await other.close();
});

test("a call is held by text, with a microphone and sound in both directions", async () => {
  await page.evaluate(watchConnections);
  await press(page, "Talk");
  await untilText(page, "In call");
  await untilText(page, "Good evening.");
  await fill(page, "Type instead…", "What are your opening hours?");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.$$eval('[data-role="assistant"]', (captions) => captions.length)).toBeGreaterThan(1);
  await expect.poll(() => page.evaluate(soundPackets)).toEqual({ sent: true, heard: true });
  await press(page, "Hang up");
  await follow(page, "Open the call");
  await page.waitForFunction(() => location.pathname.startsWith("/calls/"));
  await untilText(page, "What are your opening hours?");
});

test("a visitor of another page writes to the assistant in the widget", async () => {
  const site = await openSite();
  const riley = (await user.send<Assistant[]>("GET", "/assistant")).body.find(({ name }) => name === "Riley");
  const token = await user.send<{ value: string }>("POST", "/token", {
    tag: "public",
    restrictions: { allowedOrigins: [site.url], allowedAssistantIds: [riley?.id] },
  });
  site.show({
    html: `<!doctype html><callwright-widget public-key="${token.body.value}" assistant-id="${riley?.id}" mode="hybrid"></callwright-widget>
      <script type="module" src="${url}/widget.js"></script>`,
  });
  const visitor = await openWindow(browser, errors);
  await visitor.goto(site.url);
  await visitor.locator("callwright-widget >>> button").click();
  await visitor.locator("callwright-widget >>> textarea").fill("Do you deliver?");
  await visitor.keyboard.press("Enter");
  await visitor.waitForFunction(
    () => document.querySelector("callwright-widget")?.shadowRoot?.textContent?.includes("We deliver within 5 miles") === true,
  );
  await visitor.close();
  await site.close();
});

test("a page shows the moving picture of a voice that has one, and asks for no video of another", async () => {
  const shop = await servePicturePage();
  const { token, seen, unseen } = await makeSeen(user);
  const viewer = await openWindow(browser, errors);
  await viewer.goto(shop.url);
  await viewer.waitForFunction(() => "watchCall" in window);
  const start = (assistantId: string) => viewer.evaluate((options) => window.watchCall(options), { token, url, assistantId });
  expect(await start(unseen)).toBe(false);
  await viewer.evaluate(() => window.hangUp());
  expect(await start(seen)).toBe(true);
  await viewer.waitForFunction(hasMoved);
  await viewer.evaluate(() => window.hangUp());
  await viewer.close();
  await shop.close();
});

test("a call goes on with a microphone of 44.1 kHz, muted and heard again, with noise cancellation", async () => {
  const shop = await serveNetworkPage();
  const { body: assistant } = await user.send<Assistant>("POST", "/assistant", {
    name: "Loft",
    firstMessage: "Hello.",
    transcriber: { provider: "callwright", model: "fake-instant", text: "What are your opening hours?" },
  });
  const { body: token } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Loft" });
  const caller = await openWindow(browser, errors);
  await caller.goto(shop.url);
  await caller.waitForFunction(() => "networkCall" in window);
  const target = { token: token.value, url, assistantId: assistant.id, cancelsNoise: true };
  const id = await caller.evaluate((options) => window.networkCall.start(options), target);
  await caller.evaluate(() => window.networkCall.setMuted(true));
  await caller.evaluate(() => window.networkCall.useMicrophone(44_100));
  const wav = (await readFile(await speechFile({ text: "What are your opening hours?", voice: "slt" }))).toString("base64");
  const speak = () => caller.evaluate((words) => window.networkCall.speak(words), wav);
  const levels = () =>
    caller.evaluate(() =>
      window.networkCall.told.flatMap(({ event, value }) => (event === "local-volume-level" ? [Number(value)] : [])),
    );
  const before = (await levels()).length;
  await speak();
  await expect.poll(async () => (await levels()).length).toBeGreaterThan(before + 20);
  expect(Math.max(...(await levels()).slice(before))).toBe(0);
  await caller.evaluate(() => window.networkCall.setMuted(false));
  await speak();
  const saidIn = async () =>
    (await listEvents(user, id)).flatMap(({ type, payload }) => (type === "user.said" ? [String(payload.text)] : []));
  await expect.poll(saidIn).toEqual(["What are your opening hours?"]);
  expect(Math.max(...(await levels()))).toBeGreaterThan(0.05);
  const failures = await caller.evaluate(() => window.networkCall.told.filter(({ event }) => event === "error"));
  expect(failures).toEqual([]);
  await caller.evaluate(() => window.networkCall.hangUp());
  await caller.close();
  await shop.close();
});

test("no page reported an error", () => {
  expect(errors).toEqual([]);
});

/** Runs in the page: keeps the connections that are made from now on. */
function watchConnections(): void {
  const peers: RTCPeerConnection[] = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      peers.push(this);
    }
  };
  Object.assign(window, { peers });
}

/** Runs in the page: whether sound was sent, and received. */
async function soundPackets(): Promise<{ sent: boolean; heard: boolean }> {
  const { peers } = window as unknown as { peers: RTCPeerConnection[] };
  const reports = await Promise.all(peers.map((peer) => peer.getStats()));
  const stats = reports.flatMap((report) => [...report.values()]);
  const has = (type: string, field: string) =>
    stats.some((each) => each.type === type && each.kind === "audio" && each[field] > 0);
  return { sent: has("outbound-rtp", "packetsSent"), heard: has("inbound-rtp", "packetsReceived") };
}
