import { createTimedString, tts, USERDATA_TIMED_TRANSCRIPT } from "@livekit/agents";
import { AudioFrame, AudioResampler } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { within } from "../process/within.ts";
import type { VoiceFormat } from "./format/format-text.ts";
import { sectionEndFrame } from "./section-mark.ts";
import { type Section, SectionQueue } from "./section-queue.ts";
import { SectionReading } from "./section-reading.ts";
import type { VoiceChain } from "./voice-chain.ts";

export interface VoiceFailure {
  provider: string;
  message: string;
}

/** A voice with its provider's id, for logs and ended reasons. Without `tts` it could not be set up; `message` says why. */
export interface CallVoice {
  provider: string;
  tts?: tts.TTS;
  message?: string;
  /** How its text is rewritten. Default: not at all. */
  format?: VoiceFormat | undefined;
  /** Resolves when it can speak: a model of this machine is read from disk first. Default: it can at once. */
  load?: (() => Promise<unknown>) | undefined;
  /** Its format changes no plain words, so they are passed on before their phrase is complete. Default false. */
  takesWords?: boolean;
}

export function callVoice(
  provider: string,
  voice: tts.TTS,
  own: Pick<CallVoice, "format" | "load" | "takesWords"> = {},
): CallVoice {
  // An emitter without a listener throws its errors. `synthesize` reports them.
  voice.on("error", () => {});
  return { provider, tts: voice, ...own };
}

export interface SynthesisOptions {
  /** Called when the first words exist. */
  voices(): VoiceChain;
  /** A synthesized text. */
  onPassage(text: string): void;
  onFirstSound(): void;
  /** The voice has spoken the whole text. */
  onSuccess(): void;
  onFailure(failure: VoiceFailure): void;
  /** Nothing more is spoken. Called once. */
  onEnd(): void;
  /** Ends the sound at once. On an interruption the framework waits for the next sound, which may take seconds. */
  signal: AbortSignal;
}

/** A voice that has the complete text and makes no sound for this long has failed. */
const FIRST_SOUND_MS = 4_000;
/** Loading is no silence, but has an end: a busy machine loads the largest voice in a few seconds. */
const LOADED_MS = 30_000;
/** A voice without a replacement has longer: on a busy machine, late words are better than none. */
const LAST_FIRST_SOUND_MS = 30_000;
/** After its first sound a voice may wait for playback. The framework gives up after 10 s. */
const NEXT_SOUND_MS = 8_000;
/** The fallback replaces retries, which would be silent. */
const NO_RETRY = { maxRetry: 0, retryIntervalMs: 0 };

/**
 * Synthesizes text as it arrives, section by section, each on a new voice stream, because a voice may close a stream that waits for a tool. Never
 * fails: reports a failing voice, and the next one continues with the sentence in which it failed.
 */
export function synthesize(text: ReadableStream<string>, options: SynthesisOptions): ReadableStream<AudioFrame> {
  const synthesis = new Synthesis(text, options);
  return new ReadableStream<AudioFrame>({
    start(controller) {
      const end = () => {
        if (synthesis.stop()) controller.close();
      };
      // An error here, a second end included, would be uncaught and end every call of the process.
      const fail = (error: unknown) => {
        if (synthesis.stop()) controller.error(error);
      };
      options.signal.addEventListener("abort", end, { once: true });
      synthesis.run((frame) => controller.enqueue(frame)).then(end, fail);
    },
    cancel() {
      synthesis.stop();
    },
  });
}

class Synthesis {
  #sections: SectionQueue;
  #options: SynthesisOptions;
  #voices: VoiceChain | undefined;
  #voice: CallVoice | undefined;
  #stream: tts.SynthesizeStream | undefined;
  #hasSound = false;
  #hasFailed = false;
  /** Samples of the earlier sections. */
  #emittedSamples = 0;
  stopped = false;

  constructor(text: ReadableStream<string>, options: SynthesisOptions) {
    this.#sections = new SectionQueue(text);
    this.#options = options;
  }

  /** False if it was stopped or had ended before. */
  stop(): boolean {
    if (this.stopped) return false;
    this.stopped = true;
    this.#stream?.close();
    this.#sections.cancel();
    this.#options.onEnd();
    return true;
  }

  async run(emit: (frame: AudioFrame) => void): Promise<void> {
    const put = (frame: AudioFrame) => {
      if (this.stopped) return;
      this.#emittedSamples += frame.samplesPerChannel;
      emit(frame);
    };
    for (;;) {
      const section = await this.#sections.next();
      if (!section || this.stopped) break;
      this.#voices ??= this.#options.voices();
      this.#voice ??= await this.#voices.first();
      if (!(await this.#speak(section, this.#voices, put))) break;
      if (section.isFollowed) put(sectionEndFrame());
    }
    if (this.#hasSound && !this.#hasFailed && !this.stopped) this.#options.onSuccess();
  }

  /** False when no voice can speak. */
  async #speak(section: Section, voices: VoiceChain, put: (frame: AudioFrame) => void): Promise<boolean> {
    const { onFailure } = this.#options;
    while (this.#voice) {
      const { provider } = this.#voice;
      const firstSoundMs = (await voices.isLast(this.#voice)) ? LAST_FIRST_SOUND_MS : FIRST_SOUND_MS;
      const failure = await this.#play(this.#voice, { section, firstSoundMs }, put);
      if (failure === undefined || this.stopped) return true;
      onFailure({ provider, message: failure });
      this.#hasFailed = true;
      this.#voice = await voices.after(this.#voice);
    }
    return false;
  }

  /** Speaks a section from where the voice before failed. Answers why the voice failed, if it did. */
  async #play(
    { tts: voice, message, format, load, takesWords }: CallVoice,
    { section, firstSoundMs }: { section: Section; firstSoundMs: number },
    put: (frame: AudioFrame) => void,
  ): Promise<string | undefined> {
    if (!voice) return message ?? "This voice could not be set up.";
    if (load && !(await endsWithin(LOADED_MS, load()))) return `It was not loaded in ${LOADED_MS / 1000} s.`;
    if (this.stopped) return undefined;
    let failure: string | undefined;
    const onError = ({ error }: { error: Error }) => {
      failure = error.message;
    };
    voice.on("error", onError);
    const stream = voice.stream({ connOptions: { ...NO_RETRY, timeoutMs: firstSoundMs } });
    this.#stream = stream;
    const reading = new SectionReading(section, {
      format,
      takesWords,
      push: (text) => stream.pushText(text),
      end: () => stream.endInput(),
    });
    reading.start();
    const normalize = createNormalizer(this.#emittedSamples / SAMPLE_RATE);
    let sound = false;
    let stalled = false;
    const watch = watchForStall(
      firstSoundMs,
      () => section.isWhole,
      () => {
        stalled = true;
        stream.close();
      },
    );
    try {
      for await (const audio of stream) {
        if (audio === tts.SynthesizeStream.END_OF_STREAM) continue;
        watch.touch();
        const passages =
          audio.timedTranscripts ?? (audio.frame.userdata[USERDATA_TIMED_TRANSCRIPT] as typeof audio.timedTranscripts);
        let timed = passages ?? [];
        // Without times, the next sound is assumed to contain all the text so far.
        if (!voice.capabilities.alignedTranscript) {
          const text = reading.unspoken;
          timed = text.trim() === "" ? [] : [createTimedString({ text })];
        }
        timed = timed.flatMap((passage) => {
          const { text, endTime } = passage;
          const written = reading.beginPassage(text);
          // A passage with a known end: its sound is all there, or follows at once.
          if (endTime !== undefined) reading.endPassage();
          if (text.trim() !== "") this.#options.onPassage(text);
          return written === "" ? [] : [createTimedString({ ...passage, text: written })];
        });
        if (!this.#hasSound) this.#options.onFirstSound();
        this.#hasSound = true;
        sound = true;
        for (const frame of normalize(audio.frame, timed)) put(frame);
      }
    } finally {
      watch.stop();
      voice.off("error", onError);
      reading.stop();
      stream.close();
      normalize.close();
    }
    if (this.stopped) return undefined;
    if (stalled) return "It went silent.";
    return failure ?? (sound ? undefined : "It made no sound.");
  }
}

/** False if a promise is still open after this time. A failed promise has ended too: the voice reports why when it speaks. */
function endsWithin(durationMs: number, promise: Promise<unknown>): Promise<boolean> {
  const ended = promise.then(
    () => true,
    () => true,
  );
  return within(durationMs, ended, () => false);
}

/** Calls `onStall` if a voice with the complete text has made no sound for too long. */
function watchForStall(firstSoundMs: number, hasWholeText: () => boolean, onStall: () => void): { touch(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const wait = (durationMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => (hasWholeText() ? onStall() : wait(durationMs)), durationMs);
  };
  wait(firstSoundMs);
  return { touch: () => wait(NEXT_SOUND_MS), stop: () => clearTimeout(timer) };
}

type Passages = ReturnType<typeof createTimedString>[];

/**
 * Resamples a voice's frames to the call's rate and keeps passages on their first frame, which the framework's resampling loses. Passages get times
 * within the whole speech, in which their stream begins at `offsetSeconds`.
 */
function createNormalizer(offsetSeconds: number) {
  let resampler: AudioResampler | undefined;
  const waiting: Passages = [];
  const normalize = (frame: AudioFrame, passages: Passages): AudioFrame[] => {
    for (const { text, startTime = 0 } of passages)
      waiting.push(createTimedString({ text, startTime: startTime + offsetSeconds }));
    let frames = [frame.data];
    if (frame.sampleRate !== SAMPLE_RATE) {
      if (resampler?.inputRate !== frame.sampleRate) {
        resampler?.close();
        resampler = new AudioResampler(frame.sampleRate, SAMPLE_RATE, 1);
      }
      frames = resampler.push(frame).map(({ data }) => data.slice());
    }
    return frames.map((data) => {
      const userdata = waiting.length > 0 ? { [USERDATA_TIMED_TRANSCRIPT]: waiting.splice(0) } : {};
      return new AudioFrame(data, SAMPLE_RATE, 1, data.length, userdata);
    });
  };
  normalize.close = () => resampler?.close();
  return normalize;
}
