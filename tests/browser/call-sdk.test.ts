import type { CallwrightCall } from "@callwright/call";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endedCall } from "../harness/calling.ts";
import { launchChromium, openPage, sharedChromium } from "../harness/chromium.ts";
import { type ForeignPage, serveForeignPage } from "../harness/foreign-page.ts";
import { countHeldIn, expectNothingLeft, type Held, heldBy } from "../harness/held.ts";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { tapPage, waitForSound } from "../harness/page-audio.ts";
import { listCalls, listEvents, type PlatformUser, signUp } from "../harness/platform.ts";

/** The SDK in a plain page of another origin, against the real server: what it starts, and that it leaves nothing behind. */

interface Heard {
  event: string;
  value: unknown;
}

declare global {
  interface Window {
    newCall(token: string, url: string): CallwrightCall;
    call: CallwrightCall;
    heard: Heard[];
    mountTalk(token: string, url: string, assistantId: string): void;
    unmountTalk(): void;
  }
}

const SCRIPT = `
import { CallwrightCall } from "@callwright/call";
import { useCall } from "@callwright/call/react";
import { StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";

const EVENTS = ["call-start", "call-end", "message", "error", "call-start-progress", "call-start-success", "call-start-failed", "speech-start", "microphone", "network-connection"];
window.heard = [];
window.newCall = (token, url) => {
  const call = new CallwrightCall(token, url);
  for (const event of EVENTS) call.on(event, (value) => window.heard.push({ event, value }));
  window.call = call;
  return call;
};

function Talk({ token, url, assistantId }) {
  const { phase, start } = useCall({ apiToken: token, apiBaseUrl: url });
  useEffect(() => void start(assistantId), [start, assistantId]);
  return <p role="status">{phase}</p>;
}
let root;
window.mountTalk = (token, url, assistantId) => {
  root = createRoot(document.querySelector("#talk"));
  root.render(<StrictMode><Talk token={token} url={url} assistantId={assistantId} /></StrictMode>);
};
window.unmountTalk = () => root.unmount();
`;

let shop: ForeignPage;
let user: PlatformUser;
let target: { token: string; url: string; assistantId: string };
let browser: Browser;

beforeAll(async () => {
  const url = sharedServerUrl();
  shop = await serveForeignPage({ script: SCRIPT, body: `<div id="talk"></div>` });
  user = await signUp(url, newAccount());
  const { body: assistants } = await user.send<{ id: string; name: string }[]>("GET", "/assistant");
  const assistantId = assistants.find(({ name }) => name === "Riley")?.id ?? "";
  const { body: token } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Shop" });
  target = { token: token.value, url, assistantId };
  browser = await sharedChromium();
});

afterAll(() => shop?.close());

/** The shop's page, with its open resources before any call. */
async function openShop(inBrowser = browser): Promise<{ page: Page; before: Held; errors: string[] }> {
  const { page, errors } = await openPage(inBrowser, shop.url);
  await countHeldIn(page);
  await tapPage(page);
  await page.goto("/");
  await page.waitForFunction(() => "newCall" in window);
  return { page, errors, before: await heldBy(page) };
}

/** Events of one name, in order. */
async function heard(page: Page, event: string): Promise<unknown[]> {
  return page.evaluate((name) => window.heard.filter((one) => one.event === name).map(({ value }) => value), event);
}

/** Wait until an event was heard. */
const untilHeard = (page: Page, event: string, times = 1) =>
  page.waitForFunction(([name, count]) => window.heard.filter((one) => one.event === name).length >= count, [
    event,
    times,
  ] as const);

async function openCalls(): Promise<number> {
  return (await listCalls(user)).filter(({ status }) => status !== "ended").length;
}

describe("with a microphone", () => {
  let page: Page;
  let before: Held;
  let errors: string[];

  beforeEach(async () => {
    ({ page, before, errors } = await openShop());
  });

  afterEach(async () => {
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test("a call starts, is heard, and leaves nothing behind", async () => {
    const call = await page.evaluate(
      async ({ token, url, assistantId }) => window.newCall(token, url).start(assistantId),
      target,
    );
    await untilHeard(page, "call-start");
    await waitForSound(page, 0);
    await untilHeard(page, "speech-start");
    expect(await heldBy(page)).toMatchObject({ connections: 1, elements: 1 });
    await page.evaluate(() => window.call.stop());
    expect(await heard(page, "call-end")).toHaveLength(1);
    await expectNothingLeft(page, before);
    expect(await endedCall(user, call?.id ?? "")).toMatchObject({ endedReason: "customer-ended-call" });
  });

  test("a background sound is heard and is no speech, and a turn is measured over it", { tags: "long" }, async () => {
    const { body: assistant } = await user.send<{ id: string }>("POST", "/assistant", {
      firstMessageMode: "assistant-waits-for-user",
      transcriber: { provider: "callwright", model: "browser" },
      backgroundSound: "office",
    });
    const call = await page.evaluate(async ({ token, url, assistantId }) => window.newCall(token, url).start(assistantId), {
      ...target,
      assistantId: assistant.id,
    });
    await untilHeard(page, "call-start");
    await waitForSound(page, 0, 100);
    expect(await heard(page, "speech-start")).toEqual([]);
    await page.evaluate(() => window.call.say("We are open from nine to five."));
    await untilHeard(page, "speech-start");
    const audible = async () =>
      (await listEvents(user, call?.id ?? "")).some(
        ({ type, payload }) => type === "turn" && payload.firstAudibleMs !== undefined,
      );
    await expect.poll(audible, { timeout: 30_000 }).toBe(true);
    await page.evaluate(() => window.call.stop());
  });

  test("start, stop and start again within 50 ms is one call, the second", { tags: "long" }, async () => {
    const answers = await page.evaluate(async ({ token, url, assistantId }) => {
      const call = window.newCall(token, url);
      const first = call.start(assistantId);
      const stopped = call.stop();
      const second = call.start(assistantId);
      const [one, , two] = await Promise.all([first, stopped, second]);
      return { one: one?.id ?? null, two: two?.id ?? null };
    }, target);
    expect(answers).toEqual({ one: null, two: expect.any(String) });
    await untilHeard(page, "call-start");
    await expect.poll(openCalls).toBe(1);
    await page.evaluate(() => window.call.stop());
    await expectNothingLeft(page, before);
    await expect.poll(openCalls).toBe(0);
  });

  test("starting while it runs is refused, and the running call goes on", { tags: "long" }, async () => {
    const second = await page.evaluate(async ({ token, url, assistantId }) => {
      const call = window.newCall(token, url);
      await call.start(assistantId);
      return call.start(assistantId);
    }, target);
    expect(second).toBeNull();
    await untilHeard(page, "call-start");
    expect(await heard(page, "call-start-failed")).toEqual([]);
    await page.evaluate(() => window.call.stop());
    await expectNothingLeft(page, before);
  });

  test("ten calls in a row leave what one leaves: nothing", { tags: "long" }, async () => {
    await page.evaluate(({ token, url }) => void window.newCall(token, url), target);
    for (let made = 1; made <= 10; made += 1) {
      expect(await page.evaluate(async ({ assistantId }) => (await window.call.start(assistantId)) !== null, target)).toBe(true);
      await untilHeard(page, "call-start", made);
      await page.evaluate(() => window.call.stop());
    }
    expect(await heard(page, "call-end")).toHaveLength(10);
    await expectNothingLeft(page, before);
    await expect.poll(openCalls).toBe(0);
  });

  test("a microphone that is unplugged is replaced, and the call goes on", { tags: "long" }, async () => {
    await page.evaluate(async ({ token, url, assistantId }) => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const opened: MediaStreamTrack[] = [];
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        opened.push(...stream.getAudioTracks());
        return stream;
      };
      await window.newCall(token, url).start(assistantId);
      // A browser does this when the device is unplugged: the track ends, and an event reports it.
      opened[0]?.stop();
      opened[0]?.dispatchEvent(new Event("ended"));
    }, target);
    await untilHeard(page, "microphone", 2);
    expect(await heard(page, "microphone")).toMatchObject([{ status: "active" }, { status: "active" }]);
    await untilHeard(page, "call-start");
    await page.evaluate(() => window.call.stop());
    await expectNothingLeft(page, before);
  });

  test("React's StrictMode, which mounts twice, holds one call", async () => {
    await page.evaluate(({ token, url, assistantId }) => window.mountTalk(token, url, assistantId), target);
    await page.getByRole("status").filter({ hasText: "in-call" }).waitFor();
    await expect.poll(openCalls).toBe(1);
    await expect.poll(async () => (await heldBy(page)).connections).toBe(1);
    await page.evaluate(() => window.unmountTalk());
    await expect.poll(openCalls).toBe(0);
    // React's own listeners stay.
    await expect.poll(() => heldBy(page)).toMatchObject({ connections: 0, tracks: 0, contexts: 0, elements: 0 });
  });
});

describe.each([
  ["none", "missing"],
  ["refused", "blocked"],
] as const)("with a microphone that is %s", (microphone, problem) => {
  test("the call runs, says what is wrong, and answers what is typed", { tags: "long" }, async () => {
    const other = await launchChromium({ microphone });
    try {
      const { page, before } = await openShop(other);
      await page.evaluate(async ({ token, url, assistantId }) => window.newCall(token, url).start(assistantId), target);
      await untilHeard(page, "call-start");
      expect(await heard(page, "microphone")).toMatchObject([{ status: "unavailable", problem }]);
      await page.evaluate((content) => {
        window.call.send({ type: "add-message", message: { role: "user", content } });
      }, "What are your opening hours on Saturday?");
      await page.waitForFunction(() =>
        window.heard.some(({ value }) =>
          /saturday.*(8|eight)/i.test((value as { transcript?: string } | undefined)?.transcript ?? ""),
        ),
      );
      await waitForSound(page, 0);
      await page.evaluate(() => window.call.stop());
      await expectNothingLeft(page, before);
    } finally {
      await other.close();
    }
  });
});
