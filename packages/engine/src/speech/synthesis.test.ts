import { initializeLogger, USERDATA_TIMED_TRANSCRIPT, type voice } from "@livekit/agents";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { passUntilSettled, stopTime } from "../testing/fake-time.ts";
import { onlyVoice } from "../testing/only-voice.ts";
import { ScriptedTts, type SentenceScript } from "../testing/scripted-tts.ts";
import { isSectionEnd, SECTION_END_CHUNK } from "./section-mark.ts";
import { type CallVoice, synthesize, type VoiceFailure } from "./synthesis.ts";
import { VoiceChain } from "./voice-chain.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
afterEach(() => {
  vi.useRealTimers();
});

const good: SentenceScript = () => 100;

async function speak(
  primary: ScriptedTts | undefined,
  text: Iterable<string> | AsyncIterable<string>,
  fallback = new ScriptedTts(good),
  signal = new AbortController().signal,
  own: Pick<CallVoice, "format" | "load"> = {},
) {
  const told = { passages: [] as string[], failures: [] as VoiceFailure[], success: 0, firstSounds: 0 };
  const voices = new VoiceChain([
    async () => ({ provider: "acme", ...own, ...(primary ? { tts: primary } : { message: "No key for acme." }) }),
    async () => ({ provider: "callwright", tts: fallback }),
  ]);
  const stream = synthesize(ReadableStream.from(text), {
    voices: () => voices,
    onPassage: (passage) => told.passages.push(passage.trim()),
    onFirstSound: () => {
      told.firstSounds += 1;
    },
    onSuccess: () => {
      told.success += 1;
    },
    onFailure: (failure) => told.failures.push(failure),
    onEnd: () => {},
    signal,
  });
  let soundMs = 0;
  const timed: string[] = [];
  const sectionsEndMs: number[] = [];
  for await (const frame of stream) {
    expect(frame.sampleRate).toBe(SAMPLE_RATE);
    soundMs += (frame.samplesPerChannel / SAMPLE_RATE) * 1000;
    if (isSectionEnd(frame)) sectionsEndMs.push(soundMs);
    const passages = (frame.userdata[USERDATA_TIMED_TRANSCRIPT] ?? []) as voice.TimedString[];
    timed.push(...passages.map((passage) => passage.text.trim()));
  }
  return { ...told, soundMs, timed, sectionsEndMs };
}

describe("synthesize", () => {
  it("speaks text as it comes", async () => {
    const spoken = await speak(new ScriptedTts(good), ["One. T", "wo. ", "Three."]);
    expect(spoken).toMatchObject({ passages: ["One.", "Two.", "Three."], timed: ["One.", "Two.", "Three."], failures: [] });
    expect(spoken).toMatchObject({ soundMs: 300, success: 1, firstSounds: 1 });
  });

  it("brings every voice to the call's rate, words included", async () => {
    const spoken = await speak(new ScriptedTts(() => 1000, { sampleRate: 24_000 }), ["One. Two."]);
    expect(spoken.timed).toEqual(["One.", "Two."]);
    expect(spoken.soundMs).toBeGreaterThan(1900);
  });

  it("takes the words from the text when the voice reports no times", async () => {
    const spoken = await speak(new ScriptedTts(good, { aligned: false }), ["One. Two."]);
    expect(spoken.passages.join(" ")).toBe("One. Two.");
  });

  it("lets the fallback say everything when the voice fails before a sound", async () => {
    const spoken = await speak(new ScriptedTts(() => new Error("402 no credit")), ["One. ", "Two."]);
    expect(spoken).toMatchObject({ passages: ["One.", "Two."], soundMs: 200, success: 0 });
    expect(spoken.failures).toEqual([{ provider: "acme", message: "402 no credit" }]);
  });

  it("lets the fallback go on with the sentence in which the voice breaks off", async () => {
    const fallback = new ScriptedTts(good);
    const breaking = new ScriptedTts((sentence) => (sentence === "Three." ? new Error("gone") : 100));
    const spoken = await speak(breaking, ["One. Tw", "o. Three. ", "One. Five."], fallback);
    expect(fallback.said).toEqual(["Three.", "One.", "Five."]);
    expect(spoken.failures).toEqual([{ provider: "acme", message: "gone" }]);
    expect(spoken.soundMs).toBe(500);
  });

  it("gives a voice its text as the format says, and the next voice the original from the same sentence", async () => {
    const shout = new ScriptedTts((sentence) => (sentence === "IT IS $5." ? new Error("gone") : 100));
    const calm = new ScriptedTts(good);
    const spoken = await speak(shout, ["We are op", "en. It is $5. ", "Bye."], calm, undefined, {
      format: (text) => ({ written: text, spoken: text.toUpperCase() }),
    });
    expect(shout.said).toEqual(["WE ARE OPEN.", "IT IS $5."]);
    expect(calm.said).toEqual(["It is $5.", "Bye."]);
    expect(spoken.passages).toEqual(["WE ARE OPEN.", "It is $5.", "Bye."]);
  });

  it("leaves out a voice that failed, and asks it again after a minute", async () => {
    stopTime();
    const script = vi.fn<SentenceScript>(() => new Error("402 no credit"));
    const acme = new ScriptedTts(script);
    const voices = new VoiceChain([
      async () => ({ provider: "acme", tts: acme }),
      async () => ({ provider: "callwright", tts: new ScriptedTts(good) }),
    ]);
    const first = await voices.first();
    expect((await voices.after(first))?.provider).toBe("callwright");
    vi.advanceTimersByTime(59_000);
    expect((await voices.first()).provider).toBe("callwright");
    vi.advanceTimersByTime(1_000);
    expect((await voices.first()).provider).toBe("acme");
  });

  it("uses the fallback for a voice that could not be set up", async () => {
    const spoken = await speak(undefined, ["One."]);
    expect(spoken.failures).toEqual([{ provider: "acme", message: "No key for acme." }]);
    expect(spoken.soundMs).toBe(100);
  });

  it("ends without sound when the fallback fails too", async () => {
    const failing = () => new ScriptedTts(() => new Error("broken"));
    const spoken = await speak(failing(), ["One."], failing());
    expect(spoken.failures.map(({ provider }) => provider)).toEqual(["acme", "callwright"]);
    expect(spoken.soundMs).toBe(0);
  });

  it("does not take the loading of a voice for silence", async () => {
    stopTime();
    const fallback = new ScriptedTts(good);
    const load = () => new Promise((resolve) => setTimeout(resolve, 20_000));
    const spoken = await passUntilSettled(speak(new ScriptedTts(good), ["One. Two."], fallback, undefined, { load }));
    expect(spoken).toMatchObject({ failures: [], passages: ["One.", "Two."], success: 1 });
    expect(fallback.said).toEqual([]);
    const never = await passUntilSettled(
      speak(new ScriptedTts(good), ["One."], fallback, undefined, { load: () => new Promise(() => {}) }),
    );
    expect(never.failures).toEqual([{ provider: "acme", message: "It was not loaded in 30 s." }]);
    expect(fallback.said).toEqual(["One."]);
  });

  it("lets a voice that cannot be loaded say why", async () => {
    const load = () => Promise.reject(new Error("no memory"));
    const spoken = await speak(new ScriptedTts(() => new Error("It failed.")), ["One."], undefined, undefined, { load });
    expect(spoken.failures).toEqual([{ provider: "acme", message: "It failed." }]);
  });

  it("does not wait for a voice that hangs", async () => {
    stopTime();
    const spoken = await passUntilSettled(speak(new ScriptedTts(() => "hang"), ["One."]));
    expect(spoken.failures).toEqual([{ provider: "acme", message: "It went silent." }]);
    expect(spoken.soundMs).toBe(100);
  });

  it("waits longer for a voice that nothing replaces", async () => {
    stopTime();
    const late: SentenceScript = () => new Promise((resolve) => setTimeout(() => resolve(100), 20_000));
    const spoken = await passUntilSettled(speak(undefined, ["One."], new ScriptedTts(late)));
    expect(spoken.soundMs).toBe(100);
  });

  it("ends at once when it is aborted", async () => {
    const stop = new AbortController();
    const script: SentenceScript = (sentence) => {
      if (sentence === "One.") return 100;
      stop.abort();
      return "hang";
    };
    const spoken = await speak(new ScriptedTts(script), ["One. Two."], undefined, stop.signal);
    expect(spoken).toMatchObject({ failures: [], success: 0 });
  });

  it("ends when it is aborted after a failure", async () => {
    const uncaught: unknown[] = [];
    const onUncaught = (error: unknown) => uncaught.push(error);
    process.on("uncaughtException", onUncaught);
    try {
      const stop = new AbortController();
      const spoken = synthesize(ReadableStream.from(["One."]), {
        voices: () => onlyVoice(new ScriptedTts(good)),
        onPassage: () => {
          throw new Error("the listener broke down");
        },
        onFirstSound: () => {},
        onSuccess: () => {},
        onFailure: () => {},
        onEnd: () => {},
        signal: stop.signal,
      });
      await expect(spoken.getReader().read()).rejects.toThrow("the listener broke down");
      stop.abort();
      // An event listener's exception is thrown after the event.
      await new Promise((resolve) => setImmediate(resolve));
      expect(uncaught).toEqual([]);
    } finally {
      process.off("uncaughtException", onUncaught);
    }
  });

  it("makes nothing of nothing", async () => {
    expect(await speak(new ScriptedTts(good), ["  "])).toMatchObject({ soundMs: 0, failures: [] });
  });

  describe("with sections", () => {
    const SECTIONS = ["One ", "moment", SECTION_END_CHUNK, " It is booked."];

    it("speaks a section before there is more text, and marks its end in the sound", async () => {
      const voice = new ScriptedTts(good);
      let wasSpoken = false;
      async function* text() {
        yield* SECTIONS.slice(0, 3);
        await expect.poll(() => voice.said).toEqual(["One moment"]);
        wasSpoken = true;
        yield* SECTIONS.slice(3);
      }
      const spoken = await speak(voice, text());
      expect(spoken).toMatchObject({ passages: ["One moment", "It is booked."], soundMs: 200, sectionsEndMs: [100] });
      expect({ wasSpoken, success: spoken.success, firstSounds: spoken.firstSounds }).toEqual({
        wasSpoken: true,
        success: 1,
        firstSounds: 1,
      });
    });

    it("continues with the fallback from the section in which the voice fails", async () => {
      const voice = new ScriptedTts((sentence) => (sentence.startsWith("It") ? new Error("gone") : 100));
      const fallback = new ScriptedTts(good);
      const spoken = await speak(voice, [...SECTIONS, SECTION_END_CHUNK, "Bye."], fallback);
      expect(voice.said).toEqual(["One moment", "It is booked."]);
      expect(fallback.said).toEqual(["It is booked.", "Bye."]);
      expect(spoken).toMatchObject({ failures: [{ provider: "acme", message: "gone" }], sectionsEndMs: [100, 200], success: 0 });
    });

    it("makes no section of white space", async () => {
      const spoken = await speak(new ScriptedTts(good), [SECTION_END_CHUNK, " ", SECTION_END_CHUNK, "One.", SECTION_END_CHUNK]);
      expect(spoken).toMatchObject({ passages: ["One."], sectionsEndMs: [100] });
    });

    it("does not take a long wait for the next section for a voice that hangs", async () => {
      stopTime();
      async function* text() {
        yield* SECTIONS.slice(0, 3);
        await new Promise((resolve) => setTimeout(resolve, 60_000));
        yield* SECTIONS.slice(3);
      }
      const spoken = await passUntilSettled(speak(new ScriptedTts(good), text()));
      expect(spoken).toMatchObject({ soundMs: 200, failures: [] });
    });
  });
});
