import { Artifact } from "@callwright/contract";
import { expect, test } from "vitest";
import type { ArtifactEvent } from "./artifact-event.ts";
import { deriveArtifact } from "./derive-artifact.ts";

const STARTED_AT_MS = Date.parse("2026-11-21T12:00:00Z");

/** A call with every kind of event, in the order of arrival: an event about speech arrives when that speech has ended. */
const EVENTS: ArtifactEvent[] = [
  { seq: 1, atMs: 5, type: "prompt.rendered", payload: { text: "You are Riley." } },
  { seq: 2, atMs: 20, type: "turn", payload: { index: 0, trigger: "opening", speechEndMs: 0, firstFrameSentMs: 150 } },
  {
    seq: 3,
    atMs: 2000,
    type: "assistant.said",
    payload: { text: "Hello!", startMs: 150, endMs: 2000, turn: 0, interrupted: false },
  },
  { seq: 4, atMs: 2500, type: "message.added", payload: { role: "system", content: "The caller is a regular." } },
  { seq: 5, atMs: 2600, type: "message.added", payload: { role: "tool", content: "42" } },
  {
    seq: 6,
    atMs: 5000,
    type: "user.said",
    payload: { text: "Are you open?", startMs: 3000, endMs: 4200, turn: 1, typed: false },
  },
  {
    seq: 7,
    atMs: 5200,
    type: "turn",
    payload: { index: 1, trigger: "speech", speechEndMs: 4200, silenceDetectedMs: 4500, transcriptFinalMs: 4700 },
  },
  { seq: 8, atMs: 7000, type: "user.interrupted", payload: { turn: 2 } },
  // This speech began before the interruption, and its event arrived afterwards.
  { seq: 9, atMs: 8000, type: "user.said", payload: { text: "And Sunday?", startMs: 6900, endMs: 7800, turn: 2, typed: false } },
  {
    seq: 10,
    atMs: 8050,
    type: "assistant.said",
    payload: { text: "Yes, until", startMs: 5100, endMs: 7000, turn: 1, interrupted: true },
  },
  // The browser's first sample came last: this is the turn that counts.
  {
    seq: 11,
    atMs: 8100,
    type: "turn",
    payload: {
      index: 1,
      trigger: "speech",
      speechEndMs: 4200,
      silenceDetectedMs: 4500,
      transcriptFinalMs: 4700.4,
      turnCommittedMs: 4750,
      toolStartedMs: 4760,
      toolFinishedMs: 4860,
      modelFirstTokenMs: 4900,
      voiceFirstByteMs: 4990,
      firstFrameSentMs: 5000,
      firstAudibleMs: 5100,
    },
  },
  { seq: 12, atMs: 8200, type: "assistant.said", payload: { text: " ", startMs: 8200, endMs: 8200, turn: 2, interrupted: true } },
  { seq: 13, atMs: 9000, type: "user.said", payload: { text: "Bye", startMs: 9000, endMs: 9000, turn: 3, typed: true } },
  { seq: 14, atMs: 9100, type: "turn", payload: { index: 3, trigger: "text", speechEndMs: 9000, modelFirstTokenMs: 9100 } },
  { seq: 15, atMs: 9200, type: "turn", payload: { index: 4, trigger: "say", speechEndMs: 9150, firstFrameSentMs: 9200 } },
];

const STEREO_URL = "https://voice.example.com/artifact/x";
const source = {
  events: EVENTS,
  startedAtMs: STARTED_AT_MS,
  plan: undefined,
  variableValues: { name: "Ada" },
  urls: { "recording-stereo": STEREO_URL },
};

test("the transcript has what was heard, in the order it was heard", () => {
  expect(deriveArtifact(source).transcript).toBe(
    ["AI: Hello!", "User: Are you open?", "AI: Yes, until", "User: And Sunday?", "User: Bye"].join("\n"),
  );
});

test("the transcript plan names the speakers, or leaves the transcript out", () => {
  const transcriptPlan = { assistantName: "Riley", userName: "Caller" };
  expect(deriveArtifact({ ...source, plan: { transcriptPlan } }).transcript).toContain("Riley: Hello!\nCaller: Are you open?");
  expect(deriveArtifact({ ...source, plan: { transcriptPlan: { enabled: false } } })).not.toHaveProperty("transcript");
});

test("the transcript says whose words a supervisor's are, and what a muted assistant's caller did not hear", () => {
  const said = (seq: number, payload: object): ArtifactEvent => ({
    seq,
    atMs: seq * 1_000,
    type: "assistant.said",
    payload: { text: `${seq}`, startMs: seq * 1_000, endMs: seq * 1_000 + 500, turn: seq, interrupted: false, ...payload },
  });
  const typed = { text: "20", startMs: 20_000, endMs: 20_000, turn: 20, typed: true, by: "Ann" };
  const events: ArtifactEvent[] = [
    said(16, { heard: "not" }),
    said(17, { by: "Ann" }),
    said(18, { heard: "partly" }),
    said(19, { by: "Ann", heard: "not" }),
    { seq: 20, atMs: 20_000, type: "user.said", payload: typed },
  ];
  expect(deriveArtifact({ ...source, events }).transcript).toBe(
    ["AI (not heard): 16", "AI (by Ann): 17", "AI (partly heard): 18", "AI (by Ann, not heard): 19", "User (by Ann): 20"].join(
      "\n",
    ),
  );
});

test("messages have the model's output where the event has it, and the transcript what was heard", () => {
  const said: ArtifactEvent = {
    seq: 16,
    atMs: 9900,
    type: "assistant.said",
    payload: { text: "Good", output: "Goodbye!", startMs: 9500, endMs: 9900, turn: 4, interrupted: true },
  };
  const artifact = deriveArtifact({ ...source, events: [...EVENTS, said] });
  expect(artifact.messages?.at(-1)?.message).toBe("Goodbye!");
  expect(artifact.messagesOpenAIFormatted?.at(-1)?.content).toBe("Goodbye!");
  expect(artifact.transcript).toMatch(/AI: Good$/);
});

test("messages carry wall-clock times, and those that were spoken how long they took", () => {
  const { messages = [] } = deriveArtifact(source);
  expect(messages.map(({ role }) => role)).toEqual(["system", "bot", "system", "tool", "user", "bot", "user", "user"]);
  expect(messages[0]).toEqual({ role: "system", message: "You are Riley.", time: STARTED_AT_MS, secondsFromStart: 0 });
  expect(messages[4]).toEqual({
    role: "user",
    message: "Are you open?",
    time: STARTED_AT_MS + 3000,
    endTime: STARTED_AT_MS + 4200,
    secondsFromStart: 3,
    duration: 1200,
  });
});

test("the same conversation in OpenAI's form", () => {
  expect(deriveArtifact(source).messagesOpenAIFormatted?.slice(0, 4)).toEqual([
    { role: "system", content: "You are Riley." },
    { role: "assistant", content: "Hello!" },
    { role: "system", content: "The caller is a regular." },
    { role: "tool", content: "42" },
  ]);
});

test("latencies are those of the turns whose answer the caller waited for and heard, by their last word", () => {
  expect(deriveArtifact(source).performanceMetrics).toEqual({
    turnLatencies: [{ endpointingLatency: 350, transcriberLatency: 200, modelLatency: 50, voiceLatency: 100, turnLatency: 900 }],
    endpointingLatencyAverage: 350,
    transcriberLatencyAverage: 200,
    modelLatencyAverage: 50,
    voiceLatencyAverage: 100,
    turnLatencyAverage: 900,
    numUserInterrupted: 1,
  });
});

test("the whole artifact is what the contract says", () => {
  const artifact = deriveArtifact(source);
  expect(Artifact.parse(artifact)).toEqual(artifact);
  expect(artifact).toMatchObject({
    recordingUrl: STEREO_URL,
    stereoRecordingUrl: STEREO_URL,
    recording: { stereoUrl: STEREO_URL },
    variableValues: { name: "Ada" },
  });
  const urls = { ...source.urls, "recording-mono": "m", "recording-customer": "c", "recording-assistant": "a", log: "l" };
  expect(deriveArtifact({ ...source, urls })).toMatchObject({
    recordingUrl: "m",
    stereoRecordingUrl: STEREO_URL,
    recording: { stereoUrl: STEREO_URL, mono: { combinedUrl: "m", customerUrl: "c", assistantUrl: "a" } },
    logUrl: "l",
  });
});

test("a video recording has its start delay, also without a sound recording", () => {
  const asked: ArtifactEvent = {
    seq: 16,
    atMs: 900,
    type: "control",
    payload: { control: "say-first-message", videoRecordingStartDelaySeconds: 0.8 },
  };
  const videoRecordingUrl = "https://voice.example.com/artifact/v";
  const artifact = deriveArtifact({ ...source, events: [...EVENTS, asked], urls: { "recording-video": videoRecordingUrl } });
  expect(Artifact.parse(artifact)).toMatchObject({
    videoRecordingUrl,
    videoRecordingStartDelaySeconds: 0.8,
    recording: { videoUrl: videoRecordingUrl, videoRecordingStartDelaySeconds: 0.8 },
  });
  expect(artifact).not.toHaveProperty("recordingUrl");
});

test("a call in which nothing happened has no metrics, no recording, and an empty transcript", () => {
  const artifact = deriveArtifact({ ...source, events: [], urls: {}, variableValues: undefined });
  expect(artifact).toEqual({ messages: [], messagesOpenAIFormatted: [], transcript: "" });
});
