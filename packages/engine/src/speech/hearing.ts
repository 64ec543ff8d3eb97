import { stt } from "@livekit/agents";
import { SAMPLE_RATE } from "../media/audio-format.ts";

export interface HearingListener {
  /** Words of the caller before the session gets them. False withholds them. `confidence`: from 0 to 1, if the transcriber tells it. */
  onWords(text: string, final: boolean, confidence?: number): boolean;
  /** The transcriber failed and is restarted. */
  onFailure(message: string): void;
}

/** The framework's value for words of a transcriber that tells no confidence. */
export const UNKNOWN_CONFIDENCE = 0;
/** Pause before a restart, so that a broken transcriber does not spin. */
const RESTART_DELAY_MS = 500;
/** The framework's retries end in silence; the restart replaces them. */
const NO_RETRY = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 5_000 };

/**
 * The session's transcriber. It wraps the provider's transcriber, because a session closes when its transcriber fails, and because words may
 * also come as text that the browser recognized.
 */
export class Hearing extends stt.STT {
  override readonly label = "callwright.Hearing";
  #provider: stt.STT | undefined;
  #listener: HearingListener;
  #stream: HearingStream | undefined;
  #lastError = "";

  constructor(provider: stt.STT | undefined, listener: HearingListener) {
    super({ streaming: true, interimResults: provider?.capabilities.interimResults ?? true });
    this.#provider = provider;
    this.#listener = listener;
    provider?.on("error", ({ error }) => {
      this.#lastError = error.message;
    });
  }

  /** Takes words that the browser recognized. */
  hear(text: string, final: boolean): void {
    this.#stream?.pass(wordsEvent(text, final));
  }

  /** Passes withheld words to the session. */
  release(text: string): void {
    this.#stream?.put(wordsEvent(text, true));
  }

  protected override async _recognize(): Promise<stt.SpeechEvent> {
    throw new Error("Hearing only streams.");
  }

  override stream(): stt.SpeechStream {
    this.#stream = new HearingStream(this, {
      open: () => this.#provider?.stream({ connOptions: NO_RETRY }),
      onWords: (text, final, confidence) => this.#listener.onWords(text, final, confidence),
      onFailure: () => this.#listener.onFailure(this.#lastError || "It stopped without saying why."),
    });
    return this.#stream;
  }

  override async close(): Promise<void> {
    await this.#provider?.close();
    await super.close();
  }
}

function wordsEvent(text: string, final: boolean): stt.SpeechEvent {
  return {
    type: final ? stt.SpeechEventType.FINAL_TRANSCRIPT : stt.SpeechEventType.INTERIM_TRANSCRIPT,
    alternatives: [
      { language: "en" as stt.SpeechData["language"], text, startTime: 0, endTime: 0, confidence: UNKNOWN_CONFIDENCE },
    ],
  };
}

interface Source {
  open(): stt.SpeechStream | undefined;
  onWords: HearingListener["onWords"];
  onFailure(): void;
}

class HearingStream extends stt.SpeechStream {
  override readonly label = "callwright.HearingStream";
  #source: Source;
  #inner: stt.SpeechStream | undefined;
  #inputEnded = false;

  constructor(hearing: Hearing, source: Source) {
    super(hearing, SAMPLE_RATE, NO_RETRY);
    this.#source = source;
  }

  put(event: stt.SpeechEvent): void {
    if (!this.queue.closed) this.queue.put(event);
  }

  pass(event: stt.SpeechEvent): void {
    const { text, confidence = UNKNOWN_CONFIDENCE } = event.alternatives?.[0] ?? {};
    const isFinal = event.type === stt.SpeechEventType.FINAL_TRANSCRIPT;
    if (isFinal || event.type === stt.SpeechEventType.INTERIM_TRANSCRIPT) {
      const told = confidence === UNKNOWN_CONFIDENCE ? undefined : confidence;
      if (!text || !this.#source.onWords(text, isFinal, told)) return;
    }
    this.put(event);
  }

  protected override async run(): Promise<void> {
    const fed = this.#feed();
    const stop = () => this.#inner?.close();
    this.abortSignal.addEventListener("abort", stop, { once: true });
    while (!this.#inputEnded && !this.abortSignal.aborted) {
      this.#inner = this.#source.open();
      if (!this.#inner) break;
      for await (const event of this.#inner) this.pass(event);
      this.#inner.close();
      this.#inner = undefined;
      if (this.#inputEnded || this.abortSignal.aborted) break;
      this.#source.onFailure();
      await new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS));
    }
    await fed;
    this.abortSignal.removeEventListener("abort", stop);
  }

  async #feed(): Promise<void> {
    for await (const frame of this.input) {
      if (typeof frame === "symbol" || !this.#inner) continue;
      try {
        this.#inner.pushFrame(frame);
      } catch {
        // The stream closed between two frames; `run` opens another.
      }
    }
    this.#inputEnded = true;
    if (!this.abortSignal.aborted) this.#inner?.endInput();
  }
}
