import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { initializeLogger, tts } from "@livekit/agents";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCallVoice } from "../../../call/call-parts.ts";
import type { Sound } from "../../../media/wave.ts";
import { WorkQueue } from "../../../process/work-queue.ts";
import { TOY_MODEL, TOY_SAMPLE_RATE, toyToneLevel, toyVoiceFiles } from "../../../testing/toy-voice.ts";
import { createServerVoice } from "../voice.ts";
import { INSTALLED_FILE } from "./installed-speech.ts";
import { type InstalledVoice, parseVoiceId } from "./installed-voice.ts";
import { pronounceable } from "./pronounceable.ts";
import { speakInProcess } from "./speech-in-process.ts";
import { loadedVoices } from "./voice-model.ts";

const NEVER = new AbortController().signal;

let speechFolder: string;
beforeAll(async () => {
  initializeLogger({ pretty: false, level: "error" });
  speechFolder = await mkdtemp(join(tmpdir(), "voices-"));
  await install("toy");
});
afterAll(() => rm(speechFolder, { recursive: true, force: true }));

async function install(id: string, files: Record<string, Uint8Array> = toyVoiceFiles()): Promise<string> {
  const folder = join(speechFolder, id);
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const about: InstalledVoice = {
    id,
    languages: ["en"],
    scripts: ["Latin"],
    model: TOY_MODEL,
    sampleRate: TOY_SAMPLE_RATE,
    speakers: 1,
    realTimeFactor: 0.1,
    bytes: 1,
    installedAt: new Date(0).toISOString(),
  };
  await writeFile(join(folder, INSTALLED_FILE), JSON.stringify(about));
  return folder;
}

const voiceOf = (voiceId: string) => createServerVoice({ provider: "callwright", voiceId }, { speechFolder });

/** Collects the voice's stream for these texts. */
async function speak(voice: tts.TTS, ...texts: string[]) {
  const errors: Error[] = [];
  voice.on("error", ({ error }) => errors.push(error));
  const stream = voice.stream();
  for (const text of texts) stream.pushText(text);
  stream.endInput();
  const samples: number[] = [];
  const said: string[] = [];
  for await (const sound of stream) {
    if (sound === tts.SynthesizeStream.END_OF_STREAM) continue;
    samples.push(...sound.frame.data);
    said.push(...(sound.timedTranscripts ?? []).map(({ text }) => text));
  }
  return { samples: Int16Array.from(samples), said, errors };
}

describe("an installed voice", () => {
  it("says the letters in their order, at the pace of its own rate", async () => {
    const { samples, errors } = await speak(await voiceOf("toy"), "h", "z.");
    expect(errors).toEqual([]);
    const letter = 0.06 * TOY_SAMPLE_RATE;
    for (const [index, name] of ["h", "z"].entries()) {
      const part = samples.subarray(index * letter, (index + 1) * letter);
      const levelOf = (other: string) => toyToneLevel(other, part, TOY_SAMPLE_RATE);
      const loudest = [..."abchijxyz"].sort((a, b) => levelOf(b) - levelOf(a))[0];
      expect(loudest).toBe(name);
    }
  });

  it("cuts a first sentence at a comma only if it is long", async () => {
    const text = "Hello there, friend. This is a longer one, of two parts.";
    expect((await speak(await voiceOf("toy"), text)).said).toEqual([
      "Hello there, friend. ",
      "This is a longer one, of two parts. ",
    ]);
    const long = "This is the clinic of the doctors in Hazel Street, how may I help you?";
    expect((await speak(await voiceOf("toy"), long)).said).toEqual([
      "This is the clinic of the doctors in Hazel Street, ",
      "how may I help you? ",
    ]);
  });

  it("keeps what it cannot pronounce from the library, and says the rest", async () => {
    const { samples, errors } = await speak(await voiceOf("toy"), "日本. ", "🍰! ", "ok.");
    expect(errors).toEqual([]);
    expect(samples.some((sample) => sample !== 0)).toBe(true);
  });

  it("stops at once when it is interrupted", async () => {
    const stream = (await voiceOf("toy")).stream();
    stream.pushText("This is the first sentence. ".repeat(200));
    stream.endInput();
    let heard = 0;
    for await (const _ of stream) if (++heard === 5) stream.close();
    expect(heard).toBeLessThan(1000);
  });

  it("begins to load before it speaks, and a call waits for that", async () => {
    const get = vi.spyOn(loadedVoices, "get");
    const { load } = await createCallVoice({ provider: "callwright", voiceId: "toy" }, { keys: {}, urls: {}, speechFolder });
    expect(get).toHaveBeenCalledTimes(1);
    await load?.();
    expect(get).toHaveBeenCalledTimes(2);
    get.mockRestore();
  });

  it("explains why it fails when it is not installed or its files are gone", async () => {
    await expect(voiceOf("gone")).rejects.toThrow("The voice 'gone' is not installed on this server.");
    await expect(voiceOf("toy:3")).rejects.toThrow("no speaker 3. Choose one from 0 to 0.");
    const folder = await install("emptied");
    await rm(join(folder, "model.onnx"));
    const { errors, samples } = await speak(await voiceOf("emptied"), "Hello.");
    expect(errors.map(({ message }) => message)).toEqual(["The voice 'emptied' failed."]);
    expect(samples).toHaveLength(0);
  });
});

describe("a process that tries a voice", () => {
  const job = { voice: { model: TOY_MODEL }, speaker: 0, language: "en", text: "hello" };

  it("answers with its sound and speakers", async () => {
    const { sound, speakers, workMs } = await speakInProcess({ ...job, folder: join(speechFolder, "toy") }, NEVER);
    expect([sound.sampleRate, speakers]).toEqual([TOY_SAMPLE_RATE, 1]);
    expect(sound.samples.length).toBeGreaterThanOrEqual(5 * 0.06 * TOY_SAMPLE_RATE);
    expect(workMs).toBeGreaterThan(0);
  });

  it("dies in place of ours of files of the wrong kind", async () => {
    const wrong = await install("wrong", { ...toyVoiceFiles(), "tokens.txt": Buffer.from("no tokens\nat all\n") });
    await expect(speakInProcess({ ...job, folder: wrong }, NEVER)).rejects.toThrow(/speech library/);
    const cut = await install("cut", { ...toyVoiceFiles(), "model.onnx": toyVoiceFiles()["model.onnx"].subarray(0, 600) });
    await expect(speakInProcess({ ...job, folder: cut }, NEVER)).rejects.toThrow(/speech library/);
  });
});

it("speaks a limited number of texts at once, and none that is not awaited any more", async () => {
  const queue = new WorkQueue<Sound>(2);
  const open: (() => void)[] = [];
  const run = () => new Promise<Sound>((resolve) => open.push(() => resolve({ samples: new Int16Array(1), sampleRate: 16_000 })));
  const interrupted = new AbortController();
  const [first, second, third] = [queue.add(run, interrupted.signal), queue.add(run, NEVER), queue.add(run, interrupted.signal)];
  interrupted.abort(new Error("interrupted"));
  await expect(first).rejects.toThrow("interrupted");
  await expect(third).rejects.toThrow("interrupted");
  // The first job still runs, though its caller has given up.
  const fourth = queue.add(run, NEVER);
  expect(open).toHaveLength(2);
  for (const finish of open.splice(0)) finish();
  await second;
  await expect.poll(() => open.length).toBe(1);
  for (const finish of open.splice(0)) finish();
  await fourth;
});

it("removes other scripts and marks, and keeps words and numbers", () => {
  expect(pronounceable("**Call** 日本 at 12:30 🍰 café", ["Latin"])).toBe("Call at 12:30 café");
  expect(pronounceable("日本 & Ελλάδα", ["Han"])).toBe("日本 &");
});

it.each([
  ["libritts-r", { id: "libritts-r", speaker: 0 }],
  ["libritts-r:12", { id: "libritts-r", speaker: 12 }],
  ["../secret", undefined],
  ["a:b", undefined],
  [undefined, undefined],
])("reads voice id %s", (voiceId, expected) => {
  expect(parseVoiceId(voiceId === undefined ? "" : voiceId)).toEqual(expected);
});
