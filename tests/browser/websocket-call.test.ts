import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endedCall } from "../harness/calling.ts";
import { sharedChromium } from "../harness/chromium.ts";
import { eventually } from "../harness/eventually.ts";
import type { ForeignPage } from "../harness/foreign-page.ts";
import { countHeldIn, expectNothingLeft, heldBy } from "../harness/held.ts";
import { serveNetworkPage } from "../harness/network-page.ts";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { holdRoomSockets, type PageNetwork, putNetworkBefore } from "../harness/page-network.ts";
import { listEvents, type PlatformUser, signUp } from "../harness/platform.ts";
import { changeRiley } from "../harness/riley.ts";
import { speechFile } from "../harness/speech.ts";

/** Calls of a page whose network lets no WebRTC through. */

const QUESTION = "What are your opening hours on Saturday?";
const AUDIBLE_PEAK = 0.02;

let site: ForeignPage;
let user: PlatformUser;
let target: { token: string; url: string; assistantId: string };
let browser: Browser;
let network: PageNetwork;
let page: Page;

beforeAll(async () => {
  const url = sharedServerUrl();
  site = await serveNetworkPage();
  user = await signUp(url, newAccount());
  const { body: assistants } = await user.send<{ id: string; name: string }[]>("GET", "/assistant");
  const assistantId = assistants.find(({ name }) => name === "Riley")?.id ?? "";
  await changeRiley(user, {
    firstMessage: "Hello, this is Riley.",
    transcriber: { provider: "callwright", model: "fake-instant", text: QUESTION },
  });
  const { body: token } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Site" });
  target = { token: token.value, url, assistantId };
  browser = await sharedChromium();
});

afterAll(async () => {
  network?.close();
  await site?.close();
});

beforeEach(async () => {
  network?.close();
  const context = await browser.newContext({ baseURL: site.url });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  await countHeldIn(page);
  network = await putNetworkBefore(page);
  await page.goto("/");
  await page.waitForFunction(() => "networkCall" in window);
});

const start = () => page.evaluate((options) => window.networkCall.start(options), target);

const told = (event: string) =>
  page.evaluate(
    (name) => window.networkCall.told.filter((each) => each.event === name).map(({ value }) => value),
    event,
  ) as Promise<Record<string, unknown>[]>;

const untilTold = (event: string, part: string, times = 1) =>
  page.waitForFunction(
    ([name, wanted, count]) =>
      window.networkCall.told.filter(({ event: each, value }) => each === name && JSON.stringify(value ?? "").includes(wanted))
        .length >= count,
    [event, part, times] as const,
  );

/** Waits for 300 ms of sound that the page plays from a mark on. */
const untilSound = (since: number) =>
  page.waitForFunction(([from, peak]) => window.networkCall.peaks.slice(from).filter((block) => block.peak > peak).length >= 30, [
    since,
    AUDIBLE_PEAK,
  ] as const);
const mark = () => page.evaluate(() => window.networkCall.peaks.length);

const pathsOf = async (id: string) =>
  (await listEvents(user, id)).flatMap(({ type, payload }) => (type === "caller.path" ? [payload] : []));

const saidBy = async (id: string, by: "assistant.said" | "user.said") =>
  (await listEvents(user, id)).flatMap(({ type, payload }) =>
    (type === "assistant.said" || type === "user.said") && type === by ? [payload.text] : [],
  );

describe("a page whose network blocks UDP", () => {
  test("calls over the room's websocket: it is greeted, asks aloud, hears the answer and hangs up", async () => {
    const before = await heldBy(page);
    network.block();
    const id = await start();
    await untilTold("call-start", "");
    await untilSound(0);
    expect(await told("network-connection")).toEqual([{ type: "websocket", event: "connected" }]);
    await eventually("the greeting", async () => ((await saidBy(id, "assistant.said")).length > 0 ? true : undefined));
    expect(await pathsOf(id)).toEqual([{ path: "websocket", reason: "udp-blocked" }]);

    const since = await mark();
    const wav = (await readFile(await speechFile({ text: QUESTION, voice: "slt", tailSeconds: 1 }))).toString("base64");
    await page.evaluate((words) => window.networkCall.speak(words), wav);
    const answer = await eventually("the answer", async () => (await saidBy(id, "assistant.said"))[1]);
    expect(answer).toContain("Saturday");
    expect((await saidBy(id, "user.said"))[0]).toContain("Saturday");
    await untilSound(since);
    await untilTold("speech-start", "");
    await untilTold("message", "conversation-update");
    expect((await told("local-volume-level")).length).toBeGreaterThan(0);
    expect(await told("error")).toEqual([]);

    await page.evaluate(() => window.networkCall.hangUp());
    expect(await endedCall(user, id)).toMatchObject({ type: "webCall", endedReason: "customer-ended-call" });
    expect((await endedCall(user, id)).endedMessage).toBeUndefined();
    await expectNothingLeft(page, before);
  });

  test("loses its websocket, and goes on over another", { tags: "long" }, async () => {
    const breakSockets = await holdRoomSockets(page);
    await page.reload();
    await page.waitForFunction(() => "networkCall" in window);
    network.block();
    const id = await start();
    await untilSound(0);
    await breakSockets();
    await untilTold("network-connection", "connected", 2);
    const since = await mark();
    await page.evaluate(
      (content) => window.networkCall.send({ type: "add-message", message: { role: "user", content } }),
      QUESTION,
    );
    await untilSound(since);
    expect(await pathsOf(id)).toEqual([{ path: "websocket", reason: "udp-blocked" }]);
    expect(await told("call-end")).toEqual([]);
    await page.evaluate(() => window.networkCall.hangUp());
    expect(await endedCall(user, id)).toMatchObject({ endedReason: "customer-ended-call" });
  });
});

test("a call that loses UDP in the middle goes on over the websocket", { tags: "long" }, async () => {
  const id = await start();
  await untilSound(0);
  expect(await pathsOf(id)).toEqual([]);
  network.block();
  await untilTold("network-connection", '"websocket","event":"connected"');
  const since = await mark();
  await page.evaluate(
    (content) => window.networkCall.send({ type: "add-message", message: { role: "user", content } }),
    QUESTION,
  );
  await untilSound(since);
  expect(await pathsOf(id)).toEqual([{ path: "websocket", reason: "connection-lost" }]);
  expect(await told("call-end")).toEqual([]);
  expect(await told("error")).toEqual([]);
  await page.evaluate(() => window.networkCall.hangUp());
  expect(await endedCall(user, id)).toMatchObject({ endedReason: "customer-ended-call" });
});

test("a call goes on after the system has interrupted its sound", async () => {
  const id = await start();
  await untilSound(0);
  await eventually("the greeting", async () => ((await saidBy(id, "assistant.said")).length > 0 ? true : undefined));
  await page.evaluate(() => window.networkCall.interrupt());
  await page.waitForFunction(() => window.networkCall.isPlaying());
  const since = await mark();
  await page.evaluate(
    (content) => window.networkCall.send({ type: "add-message", message: { role: "user", content } }),
    QUESTION,
  );
  await untilSound(since);
  await page.evaluate(() => window.networkCall.hangUp());
  await endedCall(user, id);
});
