import type { CallwrightCall } from "@callwright/call";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endedCall } from "../harness/calling.ts";
import { sharedChromium } from "../harness/chromium.ts";
import { eventually } from "../harness/eventually.ts";
import { type ForeignPage, serveForeignPage } from "../harness/foreign-page.ts";
import { countHeldIn, expectNothingLeft, type Held, heldBy } from "../harness/held.ts";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { mark, tapPage, waitForSound } from "../harness/page-audio.ts";
import { type PageNetwork, putNetworkBefore } from "../harness/page-network.ts";
import { getCall, listCalls, listEvents, type PlatformUser, signUp } from "../harness/platform.ts";
import { changeRiley } from "../harness/riley.ts";

/** A call that loses its network, its page or its browser, and continues. */

declare global {
  interface Window {
    newCall(token: string, url: string): CallwrightCall;
    call: CallwrightCall;
    heard: { event: string; value: unknown }[];
  }
}

const SCRIPT = `
import { CallwrightCall } from "@callwright/call";

const EVENTS = ["call-start", "call-end", "message", "error", "call-start-failed", "network-connection"];
window.heard = [];
window.newCall = (token, url) => {
  const call = new CallwrightCall(token, url);
  for (const event of EVENTS) call.on(event, (value) => window.heard.push({ event, value }));
  window.call = call;
  return call;
};
`;
const OFFLINE_MS = 5_000;
const WAV_HEADER_BYTES = 44;
/** Stereo, 16 kHz, 16 bit. */
const RECORDED_BYTES_PER_MS = 64;

let site: ForeignPage;
let user: PlatformUser;
let target: { token: string; url: string; assistantId: string };
let browser: Browser;
let context: BrowserContext;
const networks: PageNetwork[] = [];

beforeAll(async () => {
  const url = sharedServerUrl();
  site = await serveForeignPage({ script: SCRIPT });
  user = await signUp(url, newAccount());
  const { body: assistants } = await user.send<{ id: string; name: string }[]>("GET", "/assistant");
  const assistantId = assistants.find(({ name }) => name === "Riley")?.id ?? "";
  await changeRiley(user, { firstMessage: "Hello, this is Riley." });
  const { body: token } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Site" });
  target = { token: token.value, url, assistantId };
  browser = await sharedChromium();
});

afterAll(async () => {
  for (const network of networks) network.close();
  await site?.close();
});

beforeEach(async () => {
  context = await browser.newContext({ baseURL: site.url });
  context.setDefaultTimeout(60_000);
});

afterEach(async () => {
  await context.close();
  for (const { id, status } of await listCalls(user)) if (status !== "ended") await user.send("POST", `/call/${id}/end`);
});

/** A page with its own network, and its open resources before any call. */
async function openSite(): Promise<{ page: Page; network: PageNetwork; before: Held }> {
  const page = await context.newPage();
  await countHeldIn(page);
  await tapPage(page);
  const network = await putNetworkBefore(page);
  networks.push(network);
  await page.goto("/");
  await page.waitForFunction(() => "newCall" in window);
  return { page, network, before: await heldBy(page) };
}

interface RunningCall {
  id: string;
  webCallUrl: string;
}

/** A call whose first message was spoken. */
async function startIn(page: Page, options = {}): Promise<RunningCall> {
  const call = await page.evaluate(
    async ([{ token, url, assistantId }, given]) => {
      const created = await window.newCall(token, url).start(assistantId, undefined, undefined, undefined, undefined, given);
      return { id: created?.id ?? "", webCallUrl: created?.webCallUrl ?? "" };
    },
    [target, options] as const,
  );
  await untilHeard(page, "call-start");
  await waitForSound(page, 0);
  await untilSaid(call.id, 1);
  return call;
}

async function reconnectIn(page: Page, { webCallUrl }: RunningCall): Promise<void> {
  await page.evaluate(([{ token, url }, webCallUrl]) => window.newCall(token, url).reconnect({ webCallUrl }), [
    target,
    webCallUrl,
  ] as const);
}

async function heard(page: Page, event: string): Promise<unknown[]> {
  return page.evaluate((name) => window.heard.filter((one) => one.event === name).map(({ value }) => value), event);
}

const untilHeard = (page: Page, event: string, times = 1) =>
  page.waitForFunction(([name, count]) => window.heard.filter((one) => one.event === name).length >= count, [
    event,
    times,
  ] as const);

const untilConnection = (page: Page, state: "connected" | "interrupted", times = 1) =>
  page.waitForFunction(
    ([wanted, count]) =>
      window.heard.filter(({ event, value }) => event === "network-connection" && JSON.stringify(value).includes(wanted))
        .length >= count,
    [state, times] as const,
  );

async function saidIn(id: string): Promise<string[]> {
  const events = await listEvents(user, id);
  return events.flatMap(({ type, payload }) => (type === "assistant.said" ? [payload.text] : []));
}

const untilSaid = (id: string, times: number) =>
  eventually(`${times} sentences of the assistant`, async () => ((await saidIn(id)).length >= times ? true : undefined));

const departures = async (id: string) =>
  (await listEvents(user, id)).flatMap(({ type, payload }) => (type === "caller.left" ? [payload.how] : []));

/** Types a question, and hears the spoken answer to it. */
async function ask(page: Page, { id }: RunningCall, day: "Saturday" | "Sunday"): Promise<void> {
  const before = (await saidIn(id)).length;
  const since = await mark(page);
  const content = `What are your opening hours on ${day}?`;
  await page.evaluate((text) => window.call.send({ type: "add-message", message: { role: "user", content: text } }), content);
  await untilSaid(id, before + 1);
  expect((await saidIn(id)).at(-1)).toContain(day);
  await waitForSound(page, since);
}

describe("a network", () => {
  test("that is away for five seconds is reported, and the call goes on", async () => {
    const { page, network, before } = await openSite();
    const call = await startIn(page);
    await network.cut();
    await Promise.all([page.waitForTimeout(OFFLINE_MS), untilConnection(page, "interrupted")]);
    await network.restore();
    await untilConnection(page, "connected", 2);
    await ask(page, call, "Saturday");
    expect(await heard(page, "call-end")).toEqual([]);
    expect(await heard(page, "error")).toEqual([]);
    await page.evaluate(() => window.call.stop());
    await expectNothingLeft(page, before);
    expect(await endedCall(user, call.id)).toMatchObject({ endedReason: "customer-ended-call" });
  });

  test("that changes is followed on the same connection", { tags: "long" }, async () => {
    const { page, network } = await openSite();
    const call = await startIn(page);
    network.change();
    await untilConnection(page, "interrupted");
    await untilConnection(page, "connected", 2);
    await ask(page, call, "Sunday");
    expect(await page.evaluate(() => window.pageAudio.connections.length)).toBe(1);
    expect(await heard(page, "call-end")).toEqual([]);
  });

  test("that does not come back ends the call on both sides, with the reason", { tags: "long" }, async () => {
    const { page, network, before } = await openSite();
    const call = await startIn(page);
    await network.cut();
    expect(await endedCall(user, call.id)).toMatchObject({
      endedReason: "customer-ended-call",
      endedMessage: "The connection to the caller was lost.",
    });
    await untilHeard(page, "call-end");
    expect(await heard(page, "error")).toMatchObject([{ type: "daily-error", error: { code: "connection-lost" } }]);
    expect(await departures(call.id)).toEqual(["lost"]);
    await expectNothingLeft(page, before);
  });

  test("that is away longer than that loses no call whose caller may return", { tags: "long" }, async () => {
    const { page, network } = await openSite();
    const call = await startIn(page, { roomDeleteOnUserLeaveEnabled: false });
    await network.cut();
    await eventually("the server notices", async () => ((await departures(call.id)).includes("lost") ? true : undefined));
    await page.waitForTimeout(OFFLINE_MS);
    await network.restore();
    await untilConnection(page, "connected", 2);
    await ask(page, call, "Saturday");
    expect(await page.evaluate(() => window.pageAudio.connections.length)).toBe(1);
    expect(await departures(call.id)).toEqual(["lost"]);
    expect(await heard(page, "call-end")).toEqual([]);
    await page.evaluate(() => window.call.end());
    expect(await endedCall(user, call.id)).toMatchObject({ endedReason: "customer-ended-call" });
  });
});

describe("a page", () => {
  test("that crashes is joined again by its address: one call, one transcript, one recording", { tags: "long" }, async () => {
    const { page } = await openSite();
    const call = await startIn(page);
    await ask(page, call, "Saturday");
    const crashed = new Promise((resolve) => page.once("crash", resolve));
    void page.goto("chrome://crash").catch(() => undefined);
    await crashed;

    const calls = (await listCalls(user)).length;
    const { page: next } = await openSite();
    await reconnectIn(next, call);
    await untilHeard(next, "call-start");
    expect(await listCalls(user)).toHaveLength(calls);
    await ask(next, call, "Sunday");
    const startedMs = Date.parse((await getCall(user, call.id)).startedAt ?? "");
    await next.evaluate(() => window.call.stop());

    const ended = await endedCall(user, call.id);
    expect(ended.endedReason).toBe("customer-ended-call");
    expect(ended.artifact?.transcript).toMatch(
      /^AI: Hello[\s\S]*User: .*Saturday[\s\S]*AI: .*Saturday[\s\S]*User: .*Sunday[\s\S]*AI: .*Sunday/,
    );
    const recording = await (await fetch(ended.artifact?.stereoRecordingUrl ?? "")).arrayBuffer();
    const recordedMs = (recording.byteLength - WAV_HEADER_BYTES) / RECORDED_BYTES_PER_MS;
    const durationMs = Date.parse(ended.endedAt ?? "") - startedMs;
    expect(Math.abs(recordedMs - durationMs)).toBeLessThan(1_000);
  });

  test("that crashes for good is noticed", { tags: "long" }, async () => {
    const { page } = await openSite();
    const call = await startIn(page);
    void page.goto("chrome://crash").catch(() => undefined);
    expect(await endedCall(user, call.id)).toMatchObject({ endedReason: "customer-ended-call" });
  });

  test("that is closed ends the call, unless the call outlives its caller's leaving", { tags: "long" }, async () => {
    const { page } = await openSite();
    const call = await startIn(page);
    await page.close({ runBeforeUnload: false });
    expect(await endedCall(user, call.id)).toMatchObject({ endedReason: "customer-ended-call" });

    const { page: second } = await openSite();
    const kept = await startIn(second, { roomDeleteOnUserLeaveEnabled: false });
    await second.reload();
    await eventually("the caller's leaving", async () => ((await departures(kept.id)).includes("hung-up") ? true : undefined));
    await second.waitForFunction(() => "newCall" in window);
    await reconnectIn(second, kept);
    await ask(second, kept, "Saturday");
    await second.evaluate(() => window.call.end());
    const ended = await endedCall(user, kept.id);
    expect(ended).toMatchObject({ endedReason: "customer-ended-call" });
    expect(ended.endedMessage).toBeUndefined();
    expect(await heard(second, "error")).toEqual([]);
  });

  test("takes the call over from another, which is told so", { tags: "long" }, async () => {
    const { page: first, before } = await openSite();
    const call = await startIn(first);
    const { page: second } = await openSite();
    await reconnectIn(second, call);
    await untilHeard(first, "call-end");
    expect(await heard(first, "error")).toMatchObject([{ type: "daily-error", error: { code: "call-taken-over" } }]);
    await expectNothingLeft(first, before);
    await ask(second, call, "Sunday");
    expect((await getCall(user, call.id)).status).toBe("in-progress");
    expect(await departures(call.id)).toEqual([]);
  });

  test("that wants back into a call that has ended is told so, and may start another", { tags: "long" }, async () => {
    const { page } = await openSite();
    const call = await startIn(page);
    await page.evaluate(() => window.call.stop());
    await endedCall(user, call.id);
    const failure = await page.evaluate(
      ([{ token, url }, webCallUrl]) =>
        window
          .newCall(token, url)
          .reconnect({ webCallUrl })
          .then(
            () => "reconnected",
            (error: { code?: string }) => error.code,
          ),
      [target, call.webCallUrl] as const,
    );
    expect(failure).toBe("call-not-joinable");
    expect(await heard(page, "call-start-failed")).toMatchObject([{ stage: "reconnect", code: "call-not-joinable" }]);
    await startIn(page);
  });
});
