/** Delay of the sound, so that a piece that is late leaves no gap. */
const DELAY_S = 0.15;
/** A piece that would wait longer is dropped, so that the delay does not grow. */
const BEHIND_MAX_S = 1;
const SAMPLE_RATE = 16_000;
const INT16_MAX = 32_768;

export interface ListenLevels {
  /** Loudest sample of the last piece, 0 to 1. */
  customer: number;
  assistant: number;
}

export interface ListenPlayerOptions {
  /** `monitor.listenUrl` of a running call. */
  url: string;
  onLevels(levels: ListenLevels): void;
  /** The stream ended: with the call, or because the server cannot be reached. */
  onEnded(why: "ended" | "failed"): void;
}

/** Plays a running call. Create it in a click: browsers play no sound before one. */
export class ListenPlayer {
  readonly #options: ListenPlayerOptions;
  readonly #socket: WebSocket;
  readonly #audio = new AudioContext({ sampleRate: SAMPLE_RATE });
  /** When the next piece begins, on the clock of the sound. */
  #nextS = 0;

  constructor(options: ListenPlayerOptions) {
    this.#options = options;
    this.#socket = new WebSocket(options.url);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("message", ({ data }) => {
      if (data instanceof ArrayBuffer) this.#play(new Int16Array(data));
    });
    this.#socket.addEventListener("close", ({ code }) => {
      void this.#audio.close();
      options.onEnded(code === 1000 ? "ended" : "failed");
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Both sides are mixed, so that a single earphone has both. */
  #play(samples: Int16Array): void {
    const levels = { customer: 0, assistant: 0 };
    const mixed = new Float32Array(samples.length / 2);
    for (let at = 0; at < mixed.length; at++) {
      const customer = (samples[2 * at] ?? 0) / INT16_MAX;
      const assistant = (samples[2 * at + 1] ?? 0) / INT16_MAX;
      levels.customer = Math.max(levels.customer, Math.abs(customer));
      levels.assistant = Math.max(levels.assistant, Math.abs(assistant));
      mixed[at] = Math.max(-1, Math.min(1, customer + assistant));
    }
    this.#options.onLevels(levels);
    if (this.#audio.state === "closed" || mixed.length === 0) return;
    const { currentTime } = this.#audio;
    if (this.#nextS > currentTime + BEHIND_MAX_S) return;
    if (this.#nextS < currentTime) this.#nextS = currentTime + DELAY_S;
    const buffer = this.#audio.createBuffer(1, mixed.length, SAMPLE_RATE);
    buffer.copyToChannel(mixed, 0);
    const source = this.#audio.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#audio.destination);
    source.start(this.#nextS);
    this.#nextS += buffer.duration;
  }
}
