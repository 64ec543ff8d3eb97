import { writeFileSync } from "node:fs";
import type { Call, CreateAssistant } from "@callwright/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCall } from "../harness/calling.ts";
import { launchChromium, openPage } from "../harness/chromium.ts";
import { eventually } from "../harness/eventually.ts";
import { type ForeignPage, serveForeignPage } from "../harness/foreign-page.ts";
import { countHeldIn, expectNothingLeft, heldBy } from "../harness/held.ts";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { getCall, type PlatformUser, signUp } from "../harness/platform.ts";
import { decodeSamples, recognise } from "../harness/recognise.ts";
import { scratchPath } from "../harness/scratch.ts";
import { speechFile } from "../harness/speech.ts";
import { shareHeard } from "../harness/words.ts";

/** The video recording of a call at a direct room, from a third-party page, played back as anybody would. */

const QUESTION = "hello, what are your opening hours on saturday?";
// Words that the recognizer understands in this voice, because the test measures the recording.
const GREETING = "The shop is closed in the morning and open in the afternoon.";
const ASSISTANT: CreateAssistant = {
  name: "Filmed",
  firstMessage: GREETING,
  transcriber: { provider: "callwright", model: "auto", language: "en" },
  artifactPlan: { videoRecordingEnabled: true },
};

const SCRIPT = `
import { CallwrightCall } from "@callwright/call";
window.heard = [];
const EVENTS = ["error", "camera-error", "call-start-progress", "message", "recording-started", "recording-stopped", "recording-stats", "recording-error", "recording-upload-completed"];
const { token, url } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
window.call = new CallwrightCall(token, url);
for (const event of EVENTS) window.call.on(event, (value) => window.heard.push({ event, value }));

/** Plays a recording of our own server: its size, its length, one of its pictures and all of its sound. */
window.playBack = async (address) => {
  const bytes = await (await fetch(address)).arrayBuffer();
  const video = document.createElement("video");
  video.muted = true;
  video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
  await new Promise((resolve, reject) => { video.onloadeddata = resolve; video.onerror = () => reject(new Error(video.error.message)); });
  const durationSeconds = video.duration;
  // After "seeked", a busy browser may still have the old picture.
  const presented = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  video.currentTime = durationSeconds / 2;
  await presented;
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d");
  context.drawImage(video, 0, 0);
  const color = (x, y) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
  const audio = new OfflineAudioContext(1, 1, 16000);
  const sound = (await audio.decodeAudioData(bytes)).getChannelData(0);
  let text = "";
  const samples = new Uint8Array(Int16Array.from(sound, (value) => Math.max(-1, Math.min(1, value)) * 32767).buffer);
  for (let at = 0; at < samples.length; at += 8192) text += String.fromCharCode(...samples.subarray(at, at + 8192));
  return {
    width: video.videoWidth,
    height: video.videoHeight,
    durationSeconds,
    soundSeconds: sound.length / 16000,
    centre: color(640, 360),
    edge: color(5, 360),
    base64: btoa(text),
  };
};
`;

interface PlayedBack {
  width: number;
  height: number;
  durationSeconds: number;
  soundSeconds: number;
  centre: number[];
  edge: number[];
  base64: string;
}

declare global {
  interface Window {
    playBack(address: string): Promise<PlayedBack>;
  }
}

/** #1F2D3D, within the error of a codec. */
const isBackground = (color: number[]) => [0x1f, 0x2d, 0x3d].every((wanted, at) => Math.abs(wanted - (color[at] ?? 0)) <= 6);

const url = sharedServerUrl();
let user: PlatformUser;
let token: string;
let shop: ForeignPage;
let browser: Browser;

beforeAll(async () => {
  const microphone = await speechFile({ text: QUESTION, voice: "slt", leadSeconds: 8, tailSeconds: 60 });
  [shop, browser] = await Promise.all([serveForeignPage({ script: SCRIPT }), launchChromium({ microphone })]);
  user = await signUp(url, newAccount());
  const { body } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Shop" });
  token = body.value;
});

afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

async function openShop(prepare: (page: Page) => Promise<void> = async () => undefined) {
  const { page, errors } = await openPage(browser, shop.url);
  await countHeldIn(page);
  await prepare(page);
  await page.goto(`/#${new URLSearchParams({ token, url })}`);
  await page.waitForFunction(() => "playBack" in window);
  return { page, errors, before: await heldBy(page) };
}

async function start(page: Page): Promise<string> {
  const call = await page.evaluate((assistant) => window.call.start(assistant), ASSISTANT);
  expect(call).not.toBeNull();
  return call?.id ?? "";
}

const heard = (page: Page, event: string) =>
  page.evaluate((name) => window.heard.filter((one) => one.event === name).map(({ value }) => value), event);

/** Waits until a side's words are in the transcript. */
const untilSaid = (page: Page, role: "user" | "assistant") =>
  page.waitForFunction(
    (who) =>
      window.heard.some(({ event, value }) => {
        const message = value as { type?: string; role?: string; transcriptType?: string };
        return event === "message" && message.type === "transcript" && message.role === who && message.transcriptType === "final";
      }),
    role,
    { timeout: 120_000 },
  );

/** Waits until the server has accepted this many pieces: about as many seconds. */
const untilPieces = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) =>
      window.heard.some(({ event, value }) => event === "recording-stats" && (value as { pieces: number }).pieces >= wanted),
    count,
    { timeout: 120_000 },
  );

function filmedCall(id: string): Promise<Call> {
  return eventually(`the video recording of call ${id}`, async () => {
    const call = await getCall(user, id);
    return call.artifact?.videoRecordingUrl ? call : undefined;
  });
}

/** Seconds from the call's beginning to the beginning of its video recording. */
const delayOf = (call: Call) => call.artifact?.videoRecordingStartDelaySeconds ?? Number.NaN;

const playBack = (page: Page, call: Call) =>
  page.evaluate((address) => window.playBack(address), call.artifact?.videoRecordingUrl ?? "");

async function wordsIn({ base64 }: PlayedBack): Promise<string> {
  const file = scratchPath("video-sound.raw");
  writeFileSync(file, Buffer.from(base64, "base64"));
  return (await recognise(await decodeSamples(file, 16_000))).map(({ text }) => text).join(" ");
}

test("the caller's camera and both voices are recorded, and play back", async () => {
  const { page, before, errors } = await openShop();
  const id = await start(page);
  await untilSaid(page, "user");
  await page.evaluate(() => window.call.stop());
  await expectNothingLeft(page, before);
  const ended = await endedCall(user, id);
  const callSeconds = (Date.parse(ended.endedAt ?? "") - Date.parse(ended.startedAt ?? "")) / 1000;

  expect(await heard(page, "error")).toEqual([]);
  expect(await heard(page, "recording-started")).toHaveLength(1);
  expect(await heard(page, "recording-stopped")).toHaveLength(1);
  const [uploaded] = (await heard(page, "recording-upload-completed")) as { pieces: number; bytes: number }[];
  expect(uploaded?.pieces).toBeGreaterThan(2);

  const call = await filmedCall(id);
  expect(delayOf(call)).toBeGreaterThanOrEqual(0);
  const played = await playBack(page, call);
  expect(played).toMatchObject({ width: 1280, height: 720 });
  expect(Math.abs(delayOf(call) + played.durationSeconds - callSeconds)).toBeLessThan(3);
  expect(Math.abs(played.soundSeconds - played.durationSeconds)).toBeLessThan(1);
  expect(isBackground(played.centre)).toBe(false);
  const words = await wordsIn(played);
  for (const spoken of [GREETING, QUESTION]) expect(shareHeard(spoken, words), words).toBeGreaterThan(0.6);
  expect(errors).toEqual([]);
});

test("an interrupted network delays pieces of the recording and loses none", async () => {
  const { page } = await openShop();
  const id = await start(page);
  await untilPieces(page, 2);
  const pieces = "**/room/recording/**";
  await page.route(pieces, (route) => route.abort());
  await page.waitForFunction(() =>
    window.heard.some(({ event, value }) => event === "recording-stats" && (value as { waitingBytes: number }).waitingBytes > 0),
  );
  await page.unroute(pieces);
  await page.evaluate(() => window.call.stop());
  expect(await heard(page, "recording-error")).toEqual([]);
  expect(await heard(page, "recording-upload-completed")).toHaveLength(1);
  const ended = await endedCall(user, id);
  const callSeconds = (Date.parse(ended.endedAt ?? "") - Date.parse(ended.startedAt ?? "")) / 1000;
  const call = await filmedCall(id);
  const played = await playBack(page, call);
  expect(Math.abs(delayOf(call) + played.durationSeconds - callSeconds)).toBeLessThan(3);
});

test("without a camera the recording goes on, with the sound and the dark background", async () => {
  const { page, before } = await openShop(async (opened) => {
    await opened.addInitScript(() => {
      const devices = navigator.mediaDevices;
      const open = devices.getUserMedia.bind(devices);
      devices.getUserMedia = (constraints) =>
        constraints?.video ? Promise.reject(new DOMException("Permission denied", "NotAllowedError")) : open(constraints);
    });
  });
  const id = await start(page);
  await untilSaid(page, "assistant");
  await untilPieces(page, 4);
  await page.evaluate(() => window.call.stop());
  await expectNothingLeft(page, before);
  expect(await heard(page, "camera-error")).toMatchObject([{ type: "camera-error", error: { code: "camera-blocked" } }]);
  const played = await playBack(page, await filmedCall(id));
  expect([played.centre, played.edge].map(isBackground)).toEqual([true, true]);
  const words = await wordsIn(played);
  expect(shareHeard(GREETING, words), words).toBeGreaterThan(0.6);
});

test("a page that is closed in the middle leaves what it had sent", async () => {
  const { page } = await openShop();
  const id = await start(page);
  await untilPieces(page, 4);
  await page.close();
  const { page: viewer } = await openShop();
  const played = await playBack(viewer, await filmedCall(id));
  expect(played.durationSeconds).toBeGreaterThan(3);
});
