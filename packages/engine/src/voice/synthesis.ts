import { createTimedString, tts, USERDATA_TIMED_TRANSCRIPT } from "@livekit/agents";
import { AudioFrame, AudioResampler } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "./audio-format.ts";

export interface VoiceFailure {
  provider: string;
  message: string;
}

/** A voice with its provider's id, for logs and ended reasons. Absent `tts`: it could not be set up, and `message` says why. */
export interface CallVoice {
  provider: string;
  tts?: tts.TTS;
  message?: string;
}

export interface SynthesisOptions {
  voice: CallVoice;
  /** Speaks when the voice fails. */
  fallback(): Promise<CallVoice>;
  /** Said by the fallback when the voice breaks off in mid-sentence. */
  failureMessage: string;
  /** Text that has gone into sound. */
  onPassage(text: string): void;
  onFirstSound(): void;
  /** Spoken to the end by the voice itself. */
  onSuccess(): void;
  onFailure(failure: VoiceFailure): void;
  /** Ends the sound at once. The framework, when it interrupts, waits for a sound that may be seconds away. */
  signal: AbortSignal;
}

/** All text is there and no sound comes for this long: the voice has failed. */
const FIRST_SOUND_MS = 4_000;
/** Later on a voice may wait for what it has put out to be heard; the framework gives it up after 10 s. */
const NEXT_SOUND_MS = 8_000;
/** The fallback is a better answer to a failure than trying again in silence. */
const NO_RETRY = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: FIRST_SOUND_MS };

/** Speaks text as it comes. Never fails: a voice that does is replaced by the fallback, and told of. */
export function synthesize(text: ReadableStream<string>, options: SynthesisOptions): ReadableStream<AudioFrame> {
  const synthesis = new Synthesis(text, options);
  return new ReadableStream<AudioFrame>({
    start(controller) {
      const end = () => {
        if (synthesis.stop()) controller.close();
      };
      // What throws while it is told to end, a second end included, would reach the event loop and take every call of the process with it.
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
  #reader: ReadableStreamDefaultReader<string>;
  #options: SynthesisOptions;
  #given = "";
  #givenAll = false;
  #stream: tts.SynthesizeStream | undefined;
  #hasSound = false;
  stopped = false;

  constructor(text: ReadableStream<string>, options: SynthesisOptions) {
    this.#reader = text.getReader();
    this.#options = options;
  }

  /** False when it was stopped, or done, before. */
  stop(): boolean {
    if (this.stopped) return false;
    this.stopped = true;
    this.#stream?.close();
    this.#reader.cancel().catch(() => {});
    return true;
  }

  async run(emit: (frame: AudioFrame) => void): Promise<void> {
    const { voice, fallback, failureMessage, onSuccess, onFailure } = this.#options;
    const fed = this.#feed();
    const failure = await this.#play(voice, emit);
    if (failure !== undefined && !this.stopped) {
      onFailure({ provider: voice.provider, message: failure });
      const second = await fallback();
      if (this.#hasSound) {
        this.#given = failureMessage;
        this.#givenAll = true;
      }
      const secondFailure = await this.#play(second, emit);
      if (secondFailure !== undefined) onFailure({ provider: second.provider, message: secondFailure });
    } else if (this.#hasSound && !this.stopped) onSuccess();
    await this.#reader.cancel().catch(() => {});
    await fed;
  }

  async #feed(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read().catch(() => ({ done: true as const, value: undefined }));
      if (done || this.#givenAll) break;
      this.#given += value;
      this.#stream?.pushText(value);
    }
    this.#givenAll = true;
    this.#stream?.endInput();
  }

  /** Says all text given so far and to come. Answers why it failed, if it did. */
  async #play({ tts: voice, message }: CallVoice, emit: (frame: AudioFrame) => void): Promise<string | undefined> {
    if (!voice) return message ?? "This voice could not be set up.";
    let failure: string | undefined;
    const onError = ({ error }: { error: Error }) => {
      failure = error.message;
    };
    voice.on("error", onError);
    const stream = voice.stream({ connOptions: NO_RETRY });
    this.#stream = stream;
    if (this.#given) stream.pushText(this.#given);
    if (this.#givenAll) stream.endInput();
    const normalise = createNormaliser();
    let attached = 0;
    let sound = false;
    let stalled = false;
    const watch = this.#watchForStall(() => {
      stalled = true;
      stream.close();
    });
    try {
      for await (const audio of stream) {
        if (audio === tts.SynthesizeStream.END_OF_STREAM) continue;
        watch.touch();
        const passages =
          audio.timedTranscripts ?? (audio.frame.userdata[USERDATA_TIMED_TRANSCRIPT] as typeof audio.timedTranscripts);
        let timed = passages ?? [];
        // A voice that tells no times is taken to say what it was given when its next sound comes.
        if (!voice.capabilities.alignedTranscript && attached < this.#given.length) {
          timed = [createTimedString({ text: this.#given.slice(attached) })];
          attached = this.#given.length;
        }
        for (const { text } of timed) this.#options.onPassage(text);
        if (!this.#hasSound) this.#options.onFirstSound();
        this.#hasSound = true;
        sound = true;
        if (!this.stopped) for (const frame of normalise(audio.frame, timed)) emit(frame);
      }
    } finally {
      watch.stop();
      voice.off("error", onError);
      stream.close();
      normalise.close();
    }
    if (this.stopped) return undefined;
    if (stalled) return "It went silent.";
    if (!sound && this.#given.trim() !== "") return failure ?? "It made no sound.";
    return failure;
  }

  #watchForStall(onStall: () => void): { touch(): void; stop(): void } {
    let timer: NodeJS.Timeout | undefined;
    const wait = (durationMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => (this.#givenAll && this.#given.trim() !== "" ? onStall() : wait(durationMs)), durationMs);
    };
    wait(FIRST_SOUND_MS);
    return { touch: () => wait(NEXT_SOUND_MS), stop: () => clearTimeout(timer) };
  }
}

type Passages = ReturnType<typeof createTimedString>[];

/** Brings a voice's frames to the call's rate, passages on the frame they begin with: the framework's own resampling would lose them. */
function createNormaliser() {
  let resampler: AudioResampler | undefined;
  const waiting: Passages = [];
  const normalise = (frame: AudioFrame, passages: Passages): AudioFrame[] => {
    waiting.push(...passages);
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
  normalise.close = () => resampler?.close();
  return normalise;
}
