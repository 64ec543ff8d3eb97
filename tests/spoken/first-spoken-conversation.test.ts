import { writeFileSync } from "node:fs";
import { type CallEvent, linesOf } from "@callwright/contract";
import { expect, test } from "vitest";
import { hangUp, newcomer, openAssistant, signUpInPage, talk, transcript } from "../harness/dashboard.ts";
import { eventually } from "../harness/eventually.ts";
import { journey } from "../harness/journey.ts";
import { heardSince, mark, speakInto, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { getCall, listEvents, type PlatformUser, signIn } from "../harness/platform.ts";
import { decodeChannel } from "../harness/recognise.ts";
import { scratchPath } from "../harness/scratch.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { shareInSound } from "../harness/sound-words.ts";
import { speechFile } from "../harness/speech.ts";
import { shareHeard } from "../harness/words.ts";

/** The analysis happens after the call. */
const isOfCall = ({ type }: CallEvent) => type !== "analysis.done" && type !== "report.ready";

/** The main job, from a fresh data directory: sign up, talk, be heard, interrupt the answer, hear the next one, hang up, read the call. */

const QUESTION = "hello, what are your opening hours on saturday?";
const INTERRUPTION = "stop please, what are your opening hours on sunday?";
/** Minimum share of recognized words: a recognizer misses a word now and then, also the day. That it hears the day is tested before a release. */
const AUDIBLE_SHARE = 0.5;

let server: ServerProcess;
const started = journey({
  server: async () => {
    server = await startServerProcess({ database: "embedded" });
    return server;
  },
});

let user: PlatformUser;
let callId: string;
let pressedTalkAtMs: number;
let inCallAtMs: number;

test("a newcomer signs up and finds an assistant that is ready to talk", async () => {
  const { page, url } = started();
  await page.goto("/");
  await page.waitForURL("**/sign-up");
  await signUpInPage(page);
  await openAssistant(page, "Riley");
  user = await signIn(url, newcomer);
});

test("a spoken question is answered, its answer is interrupted by another, and that one's answer is heard", async () => {
  const { page } = started();
  const question = await speechFile({ text: QUESTION, voice: "slt" });
  const interruption = await speechFile({ text: INTERRUPTION, voice: "slt" });
  const linesBy = async (role: "user" | "assistant") => transcript(page).locator(`[data-role="${role}"]`).allTextContents();
  const heard = async () => shareHeard(`${QUESTION} ${INTERRUPTION}`, (await linesBy("user")).join(" "));
  pressedTalkAtMs = Date.now();
  await talk(page);
  inCallAtMs = Date.now();
  await waitForSound(page, 0);
  await waitForSilence(page);
  const asked = await mark(page);
  await speakInto(page, question);
  await waitForSound(page, asked);
  await speakInto(page, interruption);
  const interrupted = await mark(page);
  await expect.poll(heard).toBeGreaterThanOrEqual(AUDIBLE_SHARE);
  await waitForSound(page, interrupted);
  await waitForSilence(page);
  const answer = (await linesBy("assistant")).at(-1) ?? "";
  expect(await shareInSound(answer, await heardSince(page, interrupted))).toBeGreaterThanOrEqual(AUDIBLE_SHARE);
});

test("hanging up leads to the call, and the call says what happened", async () => {
  const { page } = started();
  const hangingUpAtMs = Date.now();
  callId = await hangUp(page);
  const call = await eventually("the call to have ended", async () => {
    const found = await getCall(user, callId);
    return found.status === "ended" ? found : undefined;
  });
  expect(call.endedReason).toBe("customer-ended-call");
  const moments = [pressedTalkAtMs, Date.parse(call.startedAt ?? ""), inCallAtMs];
  moments.push(hangingUpAtMs, Date.parse(call.endedAt ?? ""), Date.now());
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  const events = await listEvents(user, callId);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events[0]?.type).toBe("call.started");
  expect(events.findLast(isOfCall)?.type).toBe("call.ended");
  const said = linesOf(events).filter(({ kind }) => kind === "spoken");
  expect(said.some(({ role, isInterrupted }) => role === "assistant" && isInterrupted)).toBe(true);
  expect(said.at(-1)).toMatchObject({ role: "assistant" });
});

test("the recogniser heard the days, and the answers name them", { tags: "long" }, async () => {
  const said = linesOf(await listEvents(user, callId)).flatMap(({ kind, role, text }) =>
    kind === "spoken" ? `${role}: ${text}` : [],
  );
  expect(said.slice(-4)).toEqual([
    expect.stringMatching(/^user: .*saturday/i),
    expect.stringMatching(/^assistant: /),
    expect.stringMatching(/^user: .*sunday/i),
    expect.stringMatching(/^assistant: On Sunday/),
  ]);
});

test("the call page shows the words, the reason and the recording", async () => {
  const { page } = started();
  await page
    .getByText(/hung up/i)
    .first()
    .waitFor();
  await page.getByText("this is Riley").first().waitFor();
  await page.getByRole("button", { name: /^play/i }).first().waitFor();
});

test("the recording has both sides' words, each on its own channel", async () => {
  const { artifact } = await getCall(user, callId);
  const recordingUrl = artifact?.stereoRecordingUrl ?? "";
  const response = await fetch(recordingUrl);
  expect(response.status).toBe(200);
  const file = scratchPath("recording.wav");
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));

  const [customer, assistant] = [await decodeChannel(file, 0), await decodeChannel(file, 1)];
  expect(await shareInSound(`${QUESTION} ${INTERRUPTION}`, customer)).toBeGreaterThanOrEqual(AUDIBLE_SHARE);
  const spoken = (artifact?.messages ?? [])
    .filter(({ role }) => role === "bot" || role === "assistant")
    .map(({ message }) => message);
  expect(await shareInSound(spoken.join(" "), assistant)).toBeGreaterThanOrEqual(AUDIBLE_SHARE);
});

test("a part of the recording can be fetched", async () => {
  const { artifact } = await getCall(user, callId);
  const response = await fetch(artifact?.stereoRecordingUrl ?? "", { headers: { range: "bytes=0-43" } });
  expect(response.status).toBe(206);
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe("RIFF");
});

test("a stopped server leaves in good order", async () => {
  await started().page.context().close();
  expect(await server.stop()).toBe(0);
});
