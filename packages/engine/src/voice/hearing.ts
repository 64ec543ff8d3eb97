import { stt } from "@livekit/agents";
import { SAMPLE_RATE } from "./audio-format.ts";

export interface HearingListener {
  /** Words of the caller on their way to the session; false keeps them from it. */
  onWords(text: string, final: boolean): boolean;
  /** The transcriber failed; it is started again. */
  onFailure(message: string): void;
}

/** A failed transcriber is started again after this, so that a broken one does not spin. */
const RESTART_DELAY_MS = 500;
/** The framework's own retries end in silence; ours is the restart. */
const NO_RETRY = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 5_000 };

/**
 * What the session hears with. It stands between the session and the provider's transcriber, because a session closes itself when its
 * transcriber fails, and because words may come another way: recognised by the browser and sent as text.
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

  /** Words recognised elsewhere. */
  hear(text: string, final: boolean): void {
    this.#stream?.pass(wordsEvent(text, final));
  }

  /** Words that were kept from the session come to it now. */
  release(text: string): void {
    this.#stream?.put(wordsEvent(text, true));
  }

  protected override async _recognize(): Promise<stt.SpeechEvent> {
    throw new Error("Hearing only streams.");
  }

  override stream(): stt.SpeechStream {
    this.#stream = new HearingStream(this, {
      open: () => this.#provider?.stream({ connOptions: NO_RETRY }),
      onWords: (text, final) => this.#listener.onWords(text, final),
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
    alternatives: [{ language: "en" as stt.SpeechData["language"], text, startTime: 0, endTime: 0, confidence: 1 }],
  };
}

interface Source {
  open(): stt.SpeechStream | undefined;
  onWords(text: string, final: boolean): boolean;
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
    const text = event.alternatives?.[0]?.text;
    const isWords = event.type === stt.SpeechEventType.INTERIM_TRANSCRIPT || event.type === stt.SpeechEventType.FINAL_TRANSCRIPT;
    if (isWords && (!text || !this.#source.onWords(text, event.type === stt.SpeechEventType.FINAL_TRANSCRIPT))) return;
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
        // It closed between two frames; the loop above starts another.
      }
    }
    this.#inputEnded = true;
    if (!this.abortSignal.aborted) this.#inner?.endInput();
  }
}
