import { readFile } from "node:fs/promises";
import { initializeLogger, stt } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { synthesise } from "./flite/synthesise.ts";
import { type Decoder, startDecoder } from "./pocketsphinx/decoder.ts";
import { DecoderPool } from "./pocketsphinx/decoder-pool.ts";
import { PocketsphinxStt } from "./pocketsphinx/pocketsphinx-stt.ts";
import { createOfflineTranscriber } from "./transcriber.ts";

const FRAME_SAMPLES = 320;
const WAV_HEADER_BYTES = 44;
const SECOND = new Int16Array(16_000);
const OPENING_HOURS = "hello what are your opening hours on saturday";

beforeAll(() => initializeLogger({ pretty: false, level: "error" }));

describe("the offline transcriber", () => {
  it("hears with pocketsphinx when it is installed", () => {
    expect(createOfflineTranscriber({ provider: "callwright", model: "auto" }).hearing).toBe("pocketsphinx");
    expect(createOfflineTranscriber({ provider: "callwright" }).stt).toBeInstanceOf(PocketsphinxStt);
  });

  it("leaves hearing to the browser when asked", () => {
    expect(createOfflineTranscriber({ provider: "callwright", model: "browser" })).toEqual({ hearing: "browser" });
  });
});

describe("pocketsphinx in a call", () => {
  const started: Decoder[] = [];
  afterEach(() => {
    for (const decoder of started.splice(0)) decoder.kill();
  });
  /** A pool whose decoders are these commands, in turn; the real one after the last. */
  const poolOf = (...commands: string[]) =>
    new DecoderPool(() => {
      const command = commands.shift();
      const decoder = command === undefined ? startDecoder() : startDecoder(command, 300);
      started.push(decoder);
      return decoder;
    });

  it("hears two utterances, in order", async () => {
    const first = await spoken("slt", OPENING_HOURS);
    const second = await spoken("kal16", "do you deliver");
    const { finals, errors } = await listen(poolOf(), [SECOND, first, SECOND, second, SECOND]);
    expect(errors).toEqual([]);
    expect(finals).toHaveLength(2);
    expect(finals[0]).toMatch(/opening hours on saturday/);
    expect(finals[1]).toMatch(/deliver/);
  });

  it("reports a decoder that dies or hangs, and hears the next utterance", async () => {
    const question = await spoken("slt", OPENING_HOURS);
    const commands = ["cat > /dev/null; exit 3", "cat > /dev/null; sleep 60"];
    const { finals, errors } = await listen(poolOf(...commands), [SECOND, question, SECOND, question, SECOND, question, SECOND]);
    expect(errors).toEqual([
      "pocketsphinx failed: the recognizer ended with code 3.",
      "pocketsphinx failed: the recognizer did not answer for 0.3 s.",
    ]);
    expect(finals).toEqual([expect.stringContaining("saturday")]);
  });

  it("replaces a decoder that died while it waited", async () => {
    const pool = poolOf("exit 1");
    pool.open();
    await expect.poll(() => started[0]?.usable).toBe(false);
    const decoder = pool.take();
    decoder.write(await spoken("slt", OPENING_HOURS));
    expect(await decoder.finish()).toContain("saturday");
    pool.close();
  });

  it("hears a caller in a noisy room as a browser sends them", async () => {
    const sound = await readFile(new URL("./pocketsphinx/caller-in-a-noisy-room.wav", import.meta.url));
    const decoder = startDecoder();
    started.push(decoder);
    decoder.write(new Int16Array(sound.buffer.slice(sound.byteOffset + WAV_HEADER_BYTES, sound.byteOffset + sound.length)));
    expect(await decoder.finish()).toBe("do you deliver to my street");
  });

  it("keeps no decoder once nobody listens", async () => {
    const pool = poolOf();
    pool.open();
    pool.open();
    expect(started).toHaveLength(2);
    pool.close();
    pool.close();
    await expect.poll(() => started.some((decoder) => decoder.usable)).toBe(false);
  });

  it("ends quietly when the call is over in the middle of a word", async () => {
    const hearing = new PocketsphinxStt(poolOf());
    const errors: Error[] = [];
    hearing.on("error", ({ error }) => errors.push(error));
    const stream = hearing.stream();
    push(stream, SECOND);
    push(stream, (await spoken("slt", OPENING_HOURS)).slice(0, 20_000));
    stream.close();
    for await (const event of stream) expect(event.type).not.toBe(stt.SpeechEventType.FINAL_TRANSCRIPT);
    await expect.poll(() => started.some((decoder) => decoder.usable)).toBe(false);
    expect(errors).toEqual([]);
  });
});

async function spoken(voiceId: string, text: string): Promise<Int16Array> {
  return (await synthesise(voiceId, text)).samples;
}

function push(stream: stt.SpeechStream, samples: Int16Array): void {
  for (let start = 0; start + FRAME_SAMPLES <= samples.length; start += FRAME_SAMPLES)
    stream.pushFrame(new AudioFrame(samples.slice(start, start + FRAME_SAMPLES), 16_000, 1, FRAME_SAMPLES));
}

async function listen(pool: DecoderPool, sounds: Int16Array[]): Promise<{ finals: string[]; errors: string[] }> {
  const hearing = new PocketsphinxStt(pool);
  const errors: string[] = [];
  hearing.on("error", ({ error, recoverable }) => errors.push(recoverable ? error.message : "unrecoverable"));
  const stream = hearing.stream();
  for (const sound of sounds) push(stream, sound);
  stream.endInput();
  const finals: string[] = [];
  for await (const event of stream)
    if (event.type === stt.SpeechEventType.FINAL_TRANSCRIPT) finals.push(event.alternatives?.[0].text ?? "");
  return { finals, errors };
}
