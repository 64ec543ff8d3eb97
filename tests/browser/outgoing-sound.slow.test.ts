import type { CallwrightCall } from "@callwright/call";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium, openPage } from "../harness/chromium.ts";
import { type ForeignPage, serveForeignPage } from "../harness/foreign-page.ts";
import { countHeldIn, expectNothingLeft, heldBy } from "../harness/held.ts";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { sentLevel, tapPage } from "../harness/page-audio.ts";
import { signUp } from "../harness/platform.ts";
import { toneFile } from "../harness/speech.ts";

/** The microphone's sound on its way to the assistant, in a third-party page. */

declare global {
  interface Window {
    call: CallwrightCall;
    heard: { event: string; value: unknown }[];
    microphones: MediaStreamTrack[];
    worklets: AudioWorkletNode[];
    breaksWorklets: boolean;
    leavesNoise: boolean;
  }
}

const SCRIPT = `
// Lets a test break the worklet down while it works.
window.worklets = [];
const Node = window.AudioWorkletNode;
window.AudioWorkletNode = class extends Node {
  constructor(...args) {
    super(...args);
    window.worklets.push(this);
    // Behaves like a processor that could not load its WebAssembly: it outputs nothing, and reports no error.
    if (window.breaksWorklets) this.connect = (next) => next;
  }
};
const { CallwrightCall } = await import("@callwright/call");
const devices = navigator.mediaDevices;
const open = devices.getUserMedia.bind(devices);
window.microphones = [];
devices.getUserMedia = async (constraints) => {
  const stream = await open(constraints);
  window.microphones.push(...stream.getAudioTracks());
  return stream;
};
window.heard = [];
const { token, url } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
window.call = new CallwrightCall(token, url, { noiseCancellation: !window.leavesNoise });
for (const event of ["error", "call-start-progress", "call-start-success"]) window.call.on(event, (value) => window.heard.push({ event, value }));
`;

const POLICY = "default-src 'self'; connect-src *; script-src 'self'";

const url = sharedServerUrl();
let token: string;
let free: ForeignPage;
let strict: ForeignPage;
let browser: Browser;

beforeAll(async () => {
  [free, strict, browser] = await Promise.all([
    serveForeignPage({ script: SCRIPT, policy: `${POLICY} 'wasm-unsafe-eval'` }),
    serveForeignPage({ script: SCRIPT, policy: POLICY }),
    launchChromium({ microphone: await toneFile(20) }),
  ]);
  const user = await signUp(url, newAccount());
  const { body } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Shop" });
  token = body.value;
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([free?.close(), strict?.close()]);
});

async function callFrom(shop: ForeignPage, prepare: (page: Page) => Promise<void> = async () => undefined) {
  const { page, errors } = await openPage(browser, shop.url);
  await prepare(page);
  await countHeldIn(page);
  await tapPage(page);
  await page.goto(`/#${new URLSearchParams({ token, url })}`);
  await page.waitForFunction(() => "call" in window);
  const before = await heldBy(page);
  const started = await page.evaluate(() =>
    window.call.start({ name: "Quiet", firstMessageMode: "assistant-waits-for-user", silenceTimeoutSeconds: 600 }),
  );
  expect(started).not.toBeNull();
  return { page, errors, before };
}

const heard = (page: Page, event: string) =>
  page.evaluate((name) => window.heard.filter((one) => one.event === name).map(({ value }) => value), event);

/** Whether the sent track is the microphone's own. */
const sendsMicrophone = (page: Page) =>
  page.evaluate(() => {
    const connection = window.pageAudio.connections.find(({ connectionState }) => connectionState === "connected");
    const sent = connection?.getSenders().flatMap(({ track }) => (track?.kind === "audio" ? [track] : []));
    return sent?.some((track) => window.microphones.includes(track));
  });

const browsersOwn = (page: Page) => page.evaluate(() => window.microphones.at(-1)?.getSettings());

test("noise cancellation is on by default, once, and goes with the call", async () => {
  const { page, errors, before } = await callFrom(free);
  await expect.poll(() => sendsMicrophone(page)).toBe(false);
  expect(await heard(page, "error")).toEqual([]);
  expect(await browsersOwn(page)).toMatchObject({ noiseSuppression: false, echoCancellation: true });
  await page.evaluate(() => window.call.stop());
  await expectNothingLeft(page, before);
  expect(errors).toEqual([]);
});

test("a page whose policy refuses WebAssembly is told, and its caller is heard", async () => {
  const { page, before } = await callFrom(strict);
  expect(await heard(page, "error")).toMatchObject([
    { type: "audio-processing-setup-error", stage: "audio-processing-setup", error: { code: "noise-cancellation-unavailable" } },
  ]);
  expect(await sendsMicrophone(page)).toBe(true);
  expect(await browsersOwn(page)).toMatchObject({ noiseSuppression: true });
  await expect.poll(() => sentLevel(page)).toBeGreaterThan(0.01);
  await page.evaluate(() => window.call.stop());
  await expectNothingLeft(page, before);
});

test("a canceller that breaks down in the call is left out, and the caller is heard", async () => {
  const { page, before } = await callFrom(free);
  await expect.poll(() => sendsMicrophone(page)).toBe(false);
  await page.evaluate(() => window.worklets[0]?.dispatchEvent(new ErrorEvent("processorerror")));
  await expect.poll(() => sendsMicrophone(page)).toBe(true);
  await expect.poll(() => sentLevel(page)).toBeGreaterThan(0.01);
  expect(await page.evaluate(() => window.call.state)).not.toBe("ended");
  await page.evaluate(() => window.call.stop());
  await expectNothingLeft(page, before);
});

test("a canceller that stays silent is never sent", async () => {
  const { page, before } = await callFrom(free, async (opened) => {
    await opened.addInitScript(() => {
      window.breaksWorklets = true;
    });
  });
  const failures = () => page.evaluate(() => window.heard.map(({ value }) => (value as { error?: Error }).error?.message));
  await expect.poll(failures).toContain("The noise canceller has no output.");
  expect(await page.evaluate(() => window.worklets.length)).toBe(1);
  expect(await sendsMicrophone(page)).toBe(true);
  await page.evaluate(() => window.call.stop());
  await expectNothingLeft(page, before);
});

/** How much louder what is sent is than the microphone, over a second. */
const amplification = (page: Page) =>
  page.evaluate(async () => {
    const connection = window.pageAudio.connections.find(({ connectionState }) => connectionState === "connected");
    const sent = connection?.getSenders().flatMap(({ track }) => (track?.kind === "audio" ? [track] : []));
    const context = new AudioContext();
    const analysers = [...(sent ?? []), ...window.microphones.slice(-1)].map((track) => {
      const analyser = new AnalyserNode(context);
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
      return analyser;
    });
    const sums = analysers.map(() => 0);
    const samples = new Float32Array(2048);
    for (let look = 0; look < 20; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      for (const [index, analyser] of analysers.entries()) {
        analyser.getFloatTimeDomainData(samples);
        for (const sample of samples) sums[index] = (sums[index] ?? 0) + sample * sample;
      }
    }
    await context.close();
    return Math.sqrt((sums[0] ?? 0) / (sums[1] ?? 1));
  });

test("the microphone is amplified by a factor, and mute holds over it", async () => {
  const { page, before } = await callFrom(free, async (opened) => {
    await opened.addInitScript(() => {
      window.leavesNoise = true;
    });
  });
  await expect.poll(() => sendsMicrophone(page)).toBe(true);
  await page.evaluate(() => window.call.increaseMicLevel(3));
  await expect.poll(() => sendsMicrophone(page)).toBe(false);
  await expect.poll(() => amplification(page)).toBeGreaterThan(2.5);
  expect(await amplification(page)).toBeLessThan(3.5);
  await page.evaluate(() => window.call.setMuted(true));
  await expect.poll(() => sentLevel(page)).toBe(0);
  await page.evaluate(() => window.call.setMuted(false));
  await page.evaluate(() => window.call.increaseMicLevel(1));
  await expect.poll(() => sendsMicrophone(page)).toBe(true);
  await page.evaluate(() => window.call.stop());
  await expectNothingLeft(page, before);
});

test("the sound comes out of the output that was chosen", async () => {
  const { page, before } = await callFrom(strict);
  const chosen = await page.evaluate(async () => {
    const outputs = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "audiooutput");
    const device = outputs.at(-1)?.deviceId ?? "";
    await window.call.setOutputDeviceAsync({ outputDeviceId: device });
    return device;
  });
  expect(chosen).not.toBe("");
  const refused = page.evaluate(() => window.call.setOutputDeviceAsync({ outputDeviceId: "no such device" }));
  await expect(refused).rejects.toThrow(/output/);
  await page.evaluate(() => window.call.stop());
  await expectNothingLeft(page, before);
});
