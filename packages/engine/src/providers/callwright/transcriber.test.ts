import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { initializeLogger, stt } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LoadShedding } from "../../process/load-shedding.ts";
import { TOY_RECOGNIZER_MODEL, toyRecognizerFiles } from "../../testing/toy-recognizer.ts";
import { Utterance } from "../utterances/utterance.ts";
import { synthesise } from "./flite/synthesise.ts";
import { INSTALLED_FILE } from "./local/installed-speech.ts";
import { LocalStt } from "./local/local-stt.ts";
import { Recognizer } from "./local/recognizer.ts";
import type { Decoded, RecognizerModel } from "./local/recognizer-model.ts";
import { hearInProcess } from "./local/speech-in-process.ts";
import { builtInRecognizer } from "./moonshine/built-in-recognizer.ts";
import { loadModel } from "./moonshine/load-model.ts";
import { transcriberProblem } from "./problems.ts";
import { createOfflineTranscriber } from "./transcriber.ts";

const RATE = 16_000;
const FRAME_SAMPLES = 320;
const DETECTOR_WINDOW_SAMPLES = 512;
const SECOND = new Int16Array(RATE);
const OPENING_HOURS = "hello what are your opening hours on saturday";
const NEVER = new AbortController().signal;

beforeAll(() => initializeLogger({ pretty: false, level: "error" }));
afterEach(() => {
  vi.useRealTimers();
});

describe("the offline transcriber", () => {
  it("hears English on the server, and other languages with the browser", async () => {
    const hearingOf = (settings: object) => createOfflineTranscriber({ provider: "callwright", ...settings }, {});
    expect((await hearingOf({})).stt).toBeInstanceOf(LocalStt);
    expect((await hearingOf({ model: "auto", language: "en-GB" })).hearing).toBe("moonshine");
    expect(await hearingOf({ model: "auto", language: "de" })).toEqual({ hearing: "browser" });
    expect(await hearingOf({ model: "browser" })).toEqual({ hearing: "browser" });
    expect(transcriberProblem({ provider: "callwright", model: "moonshine", language: "de" }, {})).toMatch(
      /English only, not 'de'/,
    );
  });
});

describe("an installed recognizer", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "recognizers-"));
    for (const id of ["toy", "wrong"]) {
      await mkdir(join(folder, id));
      for (const [name, content] of Object.entries(await toyRecognizerFiles())) await writeFile(join(folder, id, name), content);
      const about = { id, languages: ["en", "de"], model: TOY_RECOGNIZER_MODEL };
      const measured = { realTimeFactor: 0.1, bytes: 1, installedAt: new Date(0).toISOString() };
      await writeFile(join(folder, id, INSTALLED_FILE), JSON.stringify({ ...about, ...measured }));
    }
    await writeFile(join(folder, "wrong", "vocabulary.txt"), "no tokens\nat all\n");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const chosen = (settings: object) =>
    createOfflineTranscriber({ provider: "callwright", ...settings }, { speechFolder: folder });

  it("hears in a call, in the language of the assistant or its first", async () => {
    const made = await chosen({ model: "toy", language: "de-AT" });
    expect([made.hearing, made.stt?.model]).toEqual(["local", "toy"]);
    const { stream, heard } = listen(made.stt as LocalStt);
    for (const sound of [SECOND, await spoken("slt", OPENING_HOURS), SECOND]) push(stream, sound);
    stream.endInput();
    expect(await heard).toEqual({ finals: [expect.stringMatching(/saturday/i)], languages: ["de-AT"] });
    expect(((await chosen({ model: "toy" })).stt as LocalStt).options.language).toBe("en");
  });

  it("explains why it fails when it is not installed or does not know the language", async () => {
    await expect(chosen({ model: "gone" })).rejects.toThrow("The recognizer 'gone' is not installed on this server.");
    await expect(chosen({ model: "toy", language: "ja" })).rejects.toThrow("does not know 'ja'. Set language to one of en, de");
  });

  it("is tried in a process of its own, which ends in place of ours", async () => {
    const job = { recognizer: { model: TOY_RECOGNIZER_MODEL } };
    const { text, seconds, workMs } = await hearInProcess({ ...job, folder: join(folder, "toy") }, NEVER);
    expect(text).toMatch(/opening hours on saturday/i);
    expect([seconds > 2, workMs > 0]).toEqual([true, true]);
    await expect(hearInProcess({ ...job, folder: join(folder, "wrong") }, NEVER)).rejects.toThrow(/speech library/);
  });
});

describe("Moonshine in a call", () => {
  it("hears two utterances in order", async () => {
    const sounds = [SECOND, await spoken("slt", OPENING_HOURS), SECOND, await spoken("kal16", "do you deliver"), SECOND];
    const { stream, heard, errors } = listen();
    for (const sound of sounds) push(stream, sound);
    stream.endInput();
    expect((await heard).finals).toEqual([
      expect.stringMatching(/opening hours on saturday/i),
      expect.stringMatching(/^do you deliver[.?]$/i),
    ]);
    expect(errors).toEqual([]);
  });

  it("has interim words every half second of speech", async () => {
    const question = await spoken("slt", OPENING_HOURS);
    const { model, lengths } = scripted((index) => said(`Words ${index}`));
    const { stream, interims, heard } = listen(tiny(new Recognizer(model, "moonshine")));
    for (const sound of [SECOND, question, SECOND]) push(stream, sound);
    stream.endInput();
    // The last decode has the final words.
    expect((await heard).finals).toEqual([`Words ${lengths.length - 1}`]);
    expect(interims.slice(0, 3)).toEqual(["Words 0", "Words 1", "Words 2"]);
    expect((lengths[1] ?? 0) - (lengths[0] ?? 0)).toBe(16 * DETECTOR_WINDOW_SAMPLES);
  });

  it("spends a fifth of the time at most on interim words after the first", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const question = await spoken("slt", OPENING_HOURS);
    const { model, lengths } = scripted((index) => {
      vi.advanceTimersByTime(200);
      return said(`Words ${index}`);
    });
    const { stream, interims, heard } = listen(tiny(new Recognizer(model, "moonshine")));
    for (const sound of [SECOND, question, SECOND]) push(stream, sound);
    stream.endInput();
    expect((await heard).finals).toEqual([`Words ${lengths.length - 1}`]);
    expect(interims).toEqual(["Words 0", "Words 1"]);
    const [first = 0, second = 0] = lengths;
    expect(first).toBeLessThan(0.7 * RATE);
    expect(second - first).toBeGreaterThanOrEqual(RATE);
  });

  it.each<[string, number, number]>([
    ["no interim words", 30, 0],
    ["only the final words, once", 200, 1],
  ])("has %s in a busy process", async (_, delayMs, decodes) => {
    const question = await spoken("slt", OPENING_HOURS);
    const { model, lengths } = scripted((index) => said(`Words ${index}`));
    const { stream, interims, heard } = listen(tiny(new Recognizer(model, "moonshine"), new LoadShedding(() => delayMs)));
    for (const sound of [SECOND, question, SECOND]) push(stream, sound);
    stream.endInput();
    expect((await heard).finals).toEqual([`Words ${lengths.length - 1}`]);
    expect(interims).toEqual([]);
    if (decodes > 0) expect(lengths).toHaveLength(decodes);
  });

  it("reports a failing model, and hears the next utterance", async () => {
    let isBroken = true;
    const recognizer = new Recognizer(async () => {
      if (isBroken) throw new Error("the library does not load.");
      return loadModel();
    }, "moonshine");
    const question = await spoken("slt", OPENING_HOURS);
    const { stream, errors, heard } = listen(tiny(recognizer));
    for (const sound of [SECOND, question, SECOND]) push(stream, sound);
    await expect.poll(() => errors).toEqual(["Local speech recognition failed: the library does not load."]);
    isBroken = false;
    for (const sound of [question, SECOND]) push(stream, sound);
    stream.endInput();
    expect((await heard).finals).toEqual([expect.stringMatching(/saturday/i)]);
  });

  it("recognizes a monologue in parts", async () => {
    const sentence = await spoken("slt", OPENING_HOURS);
    const monologue = Array.from({ length: 6 }, () => [sentence, new Int16Array(0.15 * RATE)]).flat();
    const { stream, heard } = listen();
    for (const sound of [SECOND, ...monologue, SECOND]) push(stream, sound);
    stream.endInput();
    const { finals } = await heard;
    expect(finals.length).toBeGreaterThan(1);
    expect(finals.join(" ").match(/saturday/gi)).toHaveLength(6);
  });

  it("ends quietly when the call is over in the middle of a word", async () => {
    const hearing = tiny();
    const errors: Error[] = [];
    hearing.on("error", ({ error }) => errors.push(error));
    const stream = hearing.stream();
    push(stream, SECOND);
    push(stream, (await spoken("slt", OPENING_HOURS)).slice(0, 20_000));
    stream.close();
    for await (const event of stream) expect(event.type).not.toBe(stt.SpeechEventType.FINAL_TRANSCRIPT);
    expect(errors).toEqual([]);
  });
});

describe("a recognizer", () => {
  const SOUND = new Float32Array(RATE);

  it("tries short sound again with silence around it, and drops a word that is repeated", async () => {
    const answers = [said(""), said("No no no", 40), said("No.")];
    const { model, lengths } = scripted((index) => answers[index % 3] ?? said(""));
    expect(await new Recognizer(model, "moonshine").recognize(SOUND, NEVER)).toBe("No.");
    expect(lengths).toEqual([RATE, 2.1 * RATE, 1.3 * RATE]);
    expect(await new Recognizer(scripted(() => said("No no no", 40)).model, "moonshine").recognize(SOUND, NEVER)).toBe("");
  });

  it("decodes two at once, and no more, and none that is no longer wanted", async () => {
    const open: (() => void)[] = [];
    const { model, lengths } = scripted(() => new Promise((resolve) => open.push(() => resolve(said("Yes.")))));
    const recognizer = new Recognizer(model, "moonshine");
    const canceled = new AbortController();
    const first = recognizer.recognize(SOUND, NEVER);
    const second = recognizer.recognize(SOUND, NEVER);
    const third = recognizer.recognize(SOUND, canceled.signal);
    await expect.poll(() => open.length).toBe(2);
    expect(recognizer.isIdle).toBe(false);
    canceled.abort();
    for (const finish of open) finish();
    expect(await Promise.all([first, second, third])).toEqual(["Yes.", "Yes.", ""]);
    expect(lengths).toHaveLength(2);
    expect(recognizer.isIdle).toBe(true);
  });

  it("does not ask the model about less than a tenth of a second", async () => {
    const { model, lengths } = scripted(() => said("You"));
    expect(await new Recognizer(model, "moonshine").recognize(new Float32Array(RATE / 20), NEVER)).toBe("");
    expect(lengths).toEqual([]);
  });
});

it("stands in for the quiet after the speech that has not been heard yet", () => {
  const utterance = new Utterance();
  utterance.add(new Int16Array(0.4 * RATE).fill(20), true);
  utterance.add(new Int16Array(0.5 * RATE).fill(8000), true);
  expect(utterance.cut()).toHaveLength((0.05 + 0.5) * RATE);
  utterance.add(new Int16Array(0.06 * RATE).fill(20), false);
  const paused = utterance.cut();
  expect(paused).toHaveLength((0.05 + 0.5 + 0.1) * RATE);
  expect(paused.subarray(0.61 * RATE).every((value) => value === 0)).toBe(true);
  expect(paused.subarray(0, 0.61 * RATE).every((value) => value > 0)).toBe(true);
});

it("cuts an utterance close to its speech", () => {
  const utterance = new Utterance();
  utterance.add(new Int16Array(0.4 * RATE).fill(20), true);
  utterance.add(new Int16Array(0.5 * RATE).fill(8000), true);
  utterance.add(new Int16Array(0.3 * RATE).fill(20), false);
  expect(utterance.cut()).toHaveLength((0.05 + 0.5 + 0.1) * RATE);
});

const said = (text: string, tokens = 3): Decoded => ({ text, tokens: new Array<string>(tokens).fill("x") });

/** A model with scripted answers that records the lengths of its sounds. */
function scripted(answer: (index: number) => Decoded | Promise<Decoded>) {
  const lengths: number[] = [];
  const model: RecognizerModel = {
    createStream: () => ({ acceptWaveform: ({ samples }) => lengths.push(samples.length) }),
    decodeAsync: async () => answer(lengths.length - 1),
  };
  return { lengths, model: async () => model };
}

async function spoken(voiceId: string, text: string): Promise<Int16Array> {
  return (await synthesise(voiceId, text)).samples;
}

function push(stream: stt.SpeechStream, samples: Int16Array): void {
  for (let start = 0; start + FRAME_SAMPLES <= samples.length; start += FRAME_SAMPLES)
    stream.pushFrame(new AudioFrame(samples.slice(start, start + FRAME_SAMPLES), RATE, 1, FRAME_SAMPLES));
}

function tiny(recognizer = builtInRecognizer, shedding?: LoadShedding): LocalStt {
  return new LocalStt({ recognizer, model: "moonshine-tiny", language: "en", shedding });
}

/** A stream of a transcriber. `heard` resolves at its end. */
function listen(hearing = tiny()) {
  const errors: string[] = [];
  hearing.on("error", ({ error, recoverable }) => errors.push(recoverable ? error.message : "unrecoverable"));
  const stream = hearing.stream();
  const interims: string[] = [];
  const heard = (async () => {
    const finals: string[] = [];
    const languages: string[] = [];
    for await (const { type, alternatives } of stream) {
      const text = alternatives?.[0].text ?? "";
      if (type === stt.SpeechEventType.FINAL_TRANSCRIPT) {
        finals.push(text);
        languages.push(alternatives?.[0].language ?? "");
      }
      if (type === stt.SpeechEventType.INTERIM_TRANSCRIPT) interims.push(text);
    }
    return { finals, languages };
  })();
  return { stream, interims, errors, heard };
}

it("hears the same sound for the same words, wherever they begin in a window, also when it is late", async () => {
  const question = await spoken("slt", "Hello, what are your opening hours?");
  const heardFrom = async (frames: number, delayMs: number) => {
    const sounds: Float32Array[] = [];
    const recognize = async (samples: Float32Array) => {
      sounds.push(samples);
      return "words";
    };
    const { stream, heard } = listen(
      tiny({ isIdle: false, recognize } as unknown as Recognizer, new LoadShedding(() => delayMs)),
    );
    for (const sound of [new Int16Array(RATE + frames * FRAME_SAMPLES), question, SECOND]) push(stream, sound);
    stream.endInput();
    await heard;
    return Buffer.from(sounds.at(-1)?.buffer ?? new ArrayBuffer(0));
  };
  const first = await heardFrom(0, 0);
  expect(first.length).toBeGreaterThan(RATE);
  for (const frames of [1, 3, 7]) expect.soft((await heardFrom(frames, 0)).equals(first), `${frames} frames later`).toBe(true);
  expect((await heardFrom(2, 1_000)).equals(first)).toBe(true);
});
