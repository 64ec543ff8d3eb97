/** The browser's speech recognition, which the standard types lack. */
interface SpeechRecognizer extends EventTarget {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  start(): void;
  abort(): void;
}

interface RecognitionResultEvent extends Event {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}

interface RecognitionErrorEvent extends Event {
  error: string;
}

type RecognizerConstructor = new () => SpeechRecognizer;

declare global {
  var SpeechRecognition: RecognizerConstructor | undefined;
  var webkitSpeechRecognition: RecognizerConstructor | undefined;
}

/** Delay before a recognizer that ended by itself is restarted. */
const RESTART_DELAY_MS = 250;

const FATAL_ERRORS: Record<string, string> = {
  "not-allowed": "Speech recognition is not allowed on this page. Type instead.",
  "service-not-allowed": "Speech recognition is turned off in this browser. Type instead.",
  "language-not-supported": "This browser cannot recognize this language. Type instead.",
  network: "Speech recognition needs an internet connection. Type instead.",
};

export interface RecognitionEvents {
  onWords(text: string, isFinal: boolean): void;
  onFailed(message: string): void;
}

/** Speech recognition by the browser, until `stop`. Restarts it when the browser ends it. */
export class BrowserRecognition {
  readonly #language: string;
  readonly #events: RecognitionEvents;
  #recognizer: SpeechRecognizer | undefined;
  #restartTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(language: string, events: RecognitionEvents) {
    this.#language = language;
    this.#events = events;
  }

  start(): void {
    if (this.#recognizer) return;
    const Recognizer = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
    if (!Recognizer) {
      this.#events.onFailed("This browser has no speech recognition. Type instead, or use Chrome, Edge or Safari.");
      return;
    }
    const recognizer = new Recognizer();
    recognizer.continuous = true;
    recognizer.interimResults = true;
    recognizer.lang = this.#language;
    recognizer.addEventListener("result", (event) => this.#heard(event as RecognitionResultEvent));
    recognizer.addEventListener("error", (event) => this.#failed((event as RecognitionErrorEvent).error));
    recognizer.addEventListener("end", () => this.#ended(recognizer));
    this.#recognizer = recognizer;
    recognizer.start();
  }

  stop(): void {
    clearTimeout(this.#restartTimer);
    const recognizer = this.#recognizer;
    this.#recognizer = undefined;
    recognizer?.abort();
  }

  #heard({ results, resultIndex }: RecognitionResultEvent): void {
    let interim = "";
    for (let index = resultIndex; index < results.length; index += 1) {
      const result = results[index];
      const text = result?.[0]?.transcript ?? "";
      if (result?.isFinal) this.#events.onWords(text.trim(), true);
      else interim += text;
    }
    if (interim.trim()) this.#events.onWords(interim.trim(), false);
  }

  #failed(error: string): void {
    const message = FATAL_ERRORS[error];
    if (!message) return;
    this.stop();
    this.#events.onFailed(message);
  }

  #ended(recognizer: SpeechRecognizer): void {
    if (this.#recognizer !== recognizer) return;
    this.#recognizer = undefined;
    this.#restartTimer = setTimeout(() => this.start(), RESTART_DELAY_MS);
  }
}
