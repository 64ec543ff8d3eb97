import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CreateAssistant } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { holdCall } from "../testing/fake-call.ts";
import { stopTime } from "../testing/fake-time.ts";
import { consentIn } from "./recording-consent.ts";

let folder: string;
beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-consent-"));
  stopTime();
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const MESSAGE = "May this call be recorded?";
const assistant = (plan: object): CreateAssistant => ({
  firstMessage: "Hello, this is Riley.",
  transcriber: { provider: "callwright", model: "browser" },
  startSpeakingPlan: { smartEndpointingEnabled: false },
  compliancePlan: { recordingConsentPlan: { message: MESSAGE, ...plan } as never },
});
const VERBAL = { type: "verbal" };

test("a yes and a no are understood, and everything else is asked again", () => {
  for (const yes of ["Yes.", "Yeah, sure, go ahead", "I don't mind", "no problem", "Ja, klar", "Oui, d'accord", "sí"])
    expect(consentIn(yes), yes).toBe(true);
  for (const no of ["No.", "I'd rather not", "please don't", "Nein", "I do not want that"]) expect(consentIn(no), no).toBe(false);
  for (const other of ["What?", "yes, no, wait", "What are your hours?", ""]) expect(consentIn(other), other).toBeUndefined();
});

test("a word of consent in a question or in a sentence about something else is no consent", () => {
  const others = [
    "Are you sure?",
    "OK, what is that for?",
    "I'm sure I placed an order last week.",
    "Okay so I have a problem with my bill",
  ];
  for (const other of others) expect(consentIn(other), other).toBeUndefined();
  for (const yes of ["Yes, you can record the call.", "Sure, that is okay with me", "I have no problem with that"])
    expect(consentIn(yes), yes).toBe(true);
});

async function call(plan: object) {
  const recordingPath = path.join(folder, "call.wav");
  const held = await holdCall(assistant(plan), { recordingPath });
  await held.spoke(1);
  expect(held.said()).toEqual([MESSAGE]);
  const answer = (text: string) => held.sendTelemetry({ type: "recognized", text, final: true });
  const end = async () => {
    held.send({ type: "end-call" });
    await held.ended();
    return readFile(recordingPath).catch(() => undefined);
  };
  return { ...held, answer, end };
}

test("a spoken yes begins the recording and the conversation, and the model does not answer it", async () => {
  const held = await call(VERBAL);
  held.answer("what");
  await held.spoke(2);
  held.answer("yes please");
  await held.spoke(3);
  expect(held.said()).toEqual([MESSAGE, MESSAGE, "Hello, this is Riley."]);
  expect(held.payloads("recording.consent")).toEqual([{ type: "verbal", granted: true }]);
  expect(held.payloads("call.started")[0]).toMatchObject({ recording: false });
  expect(held.telemetry().filter(({ type }) => type === "session")).toMatchObject([{ recording: false }, { recording: true }]);
  const recording = await held.end();
  // In the recording, the time before the consent is silent.
  const samples = new Int16Array(new Uint8Array(recording ?? []).buffer.slice(44));
  const firstSound = samples.findIndex((sample) => sample !== 0) / 2 / 16_000;
  const consentAtMs = held.told.events.find(({ type }) => type === "recording.consent")?.atMs ?? 0;
  expect(firstSound * 1000).toBeGreaterThanOrEqual(consentAtMs - 20);
});

test("a caller who declines talks on, and no file is written", async () => {
  const held = await call(VERBAL);
  held.answer("no thank you");
  await held.spoke(2);
  expect(held.said()).toEqual([MESSAGE, "Hello, this is Riley."]);
  expect(held.payloads("recording.consent")).toEqual([{ type: "verbal", granted: false }]);
  expect(await held.end()).toBeUndefined();
});

test("staying on the line for the plan's seconds is consent", async () => {
  const held = await call({ type: "stay-on-line", waitSeconds: 2 });
  expect(held.payloads("recording.consent")).toEqual([]);
  await held.spoke(2);
  expect(held.payloads("recording.consent")).toEqual([{ type: "stay-on-line", granted: true }]);
  expect(await held.end()).toBeDefined();
});
