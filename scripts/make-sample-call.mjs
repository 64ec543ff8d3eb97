/**
 * Makes the finished call every new organization starts with: both sides spoken by the offline voices, mixed to a recording
 * (16 kHz stereo, customer left, assistant right), and its events. Run it after changing the words below or the assistant "Riley":
 *
 *   node --import tsx --conditions=callwright-source scripts/make-sample-call.mjs
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { RILEY } from "../apps/server/src/modules/org/seed/riley.ts";
import { trimSilence, waveHead, writePcm } from "../packages/engine/src/media/wave.ts";
import { speakable } from "../packages/engine/src/providers/callwright/flite/speakable.ts";
import { synthesise } from "../packages/engine/src/providers/callwright/flite/synthesise.ts";
import { root } from "./workspaces.mjs";

const SAMPLE_RATE = 16_000;
const CUSTOMER_VOICE = "rms";
const TARGET = path.join(root, "apps/server/src/modules/org/seed");

/** The caller picks up the thread this long after the assistant, and hangs up this long after the last word. */
const CALLER_PAUSE_MS = 550;
const HANG_UP_MS = 350;

/** Milestones of a call on a small server, in milliseconds after the previous one. */
const OPENING = { modelFirstTokenMs: 4, voiceFirstByteMs: 118, firstFrameSentMs: 22, firstAudibleMs: 131 };
const ANSWER = {
  silenceDetectedMs: 312,
  transcriptFinalMs: 96,
  turnCommittedMs: 88,
  modelFirstTokenMs: 14,
  voiceFirstByteMs: 109,
  firstFrameSentMs: 21,
  firstAudibleMs: 127,
};

const greeting = RILEY.firstMessage;
const question = "What are your opening hours on Saturday?";
const answer = "On Saturday, we are open from 8 in the morning to 4 in the afternoon.";
const goodbye = "Thank you, goodbye.";
const prompt = RILEY.model.messages[0].content;
if (!prompt.includes(answer)) throw new Error("Riley would not answer this any more: change the words of the sample call");

const events = [];
const customer = [];
const assistant = [];
let clockMs = 0;

const record = (atMs, type, payload) => events.push({ seq: events.length, atMs: Math.round(atMs), type, payload });

function milestones(from, steps) {
  let atMs = from;
  const reached = {};
  for (const [name, afterMs] of Object.entries(steps)) {
    atMs += afterMs;
    reached[name] = Math.round(atMs);
  }
  return reached;
}

/** Words spread over their sentence by length, as the engine does if a voice reports only the sentence. */
function timedWords(text, startMs, endMs) {
  const words = text.split(/\s+/);
  const characters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((word) => {
    const at = startMs + ((endMs - startMs) * before) / characters;
    before += word.length + 1;
    return { text: word, startMs: Math.round(at) };
  });
}

async function speak(track, voice, text, startMs) {
  const { samples } = trimSilence(await synthesise(voice, speakable(text)));
  track.push({ startMs, samples });
  return Math.round(startMs + (samples.length / SAMPLE_RATE) * 1000);
}

async function assistantSays(turn, trigger, speechEndMs, steps, text) {
  const reached = milestones(speechEndMs, steps);
  const startMs = reached.firstFrameSentMs;
  record(startMs, "speech.started", { role: "assistant", turn });
  record(reached.firstAudibleMs, "turn", { index: turn, trigger, speechEndMs, ...reached });
  const endMs = await speak(assistant, RILEY.voice.voiceId, text, startMs);
  record(endMs, "assistant.said", { text, startMs, endMs, turn, words: timedWords(text, startMs, endMs), interrupted: false });
  record(endMs, "speech.stopped", { role: "assistant", turn });
  clockMs = endMs;
}

async function customerSays(turn, text) {
  const startMs = clockMs + CALLER_PAUSE_MS;
  record(startMs, "speech.started", { role: "user", turn });
  const endMs = await speak(customer, CUSTOMER_VOICE, text, startMs);
  record(endMs + ANSWER.silenceDetectedMs, "speech.stopped", { role: "user", turn });
  const finalMs = endMs + ANSWER.silenceDetectedMs + ANSWER.transcriptFinalMs;
  record(finalMs, "user.said", { text, startMs, endMs, turn, typed: false, words: timedWords(text, startMs, endMs) });
  clockMs = endMs;
}

function mix(track, sampleCount) {
  const mixed = new Int16Array(sampleCount);
  for (const { startMs, samples } of track) mixed.set(samples, Math.round((startMs / 1000) * SAMPLE_RATE));
  return mixed;
}

/** A file of two channels. */
function waveFile(left, right) {
  const both = new Int16Array(left.length * 2);
  for (const [at, sample] of left.entries()) both.set([sample, right[at]], at * 2);
  const data = writePcm(both);
  return Buffer.concat([waveHead({ sampleRate: SAMPLE_RATE, channels: 2 }, data.length), data]);
}

record(0, "call.started", { hearing: "moonshine", recording: true });
record(0, "prompt.rendered", { text: prompt });
await assistantSays(0, "opening", 0, OPENING, greeting);
await customerSays(1, question);
await assistantSays(1, "speech", clockMs, ANSWER, answer);
await customerSays(2, goodbye);
const durationMs = clockMs + ANSWER.silenceDetectedMs + ANSWER.transcriptFinalMs + HANG_UP_MS;
record(durationMs, "call.ended", { endedReason: "customer-ended-call" });

const sampleCount = Math.round((durationMs / 1000) * SAMPLE_RATE);
const wave = waveFile(mix(customer, sampleCount), mix(assistant, sampleCount));
writeFileSync(path.join(TARGET, "sample-call.wav"), wave);
writeFileSync(
  path.join(TARGET, "sample-call.json"),
  `${JSON.stringify({ durationMs, endedReason: "customer-ended-call", events }, null, 2)}\n`,
);
console.log(`${(durationMs / 1000).toFixed(1)} s, ${(wave.length / 1024).toFixed(0)} KB, ${events.length} events`);
