import type { Schedule } from "../speaking-detector.ts";

/** A server's answers to one piece. `again`: it may be accepted later. */
export type PieceOutcome = "taken" | "again" | "refused";

export interface PieceUploadOptions {
  /** Send one piece. Rejects when the server was not reached. */
  send(index: number, piece: Blob, isLast: boolean, signal: AbortSignal): Promise<PieceOutcome>;
  schedule: Schedule;
  /** Called once, when no further piece is accepted or too many wait. */
  onFailed(reason: "refused" | "behind"): void;
}

/** Waits between two tries of a piece. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 4_000;
/** A recording that is 5 minutes behind will not catch up. It must not fill the page's memory. */
const WAITING_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Brings the pieces of a recording to a server: in order, one at a time, each until it is taken. An interruption of the network makes
 * them wait; nothing is lost by it.
 *
 * ```
 *   idle ── add ──▶ sending ── taken ──▶ next, or idle
 *                     │  ▲ └── refused, or too much waits ──▶ failed
 *              not taken └ wait
 * ```
 */
export class PieceUpload {
  readonly #options: PieceUploadOptions;
  readonly #abort = new AbortController();
  readonly #waiting: Blob[] = [];
  #pieces = 0;
  #takenBytes = 0;
  #waitingBytes = 0;
  #isComplete = false;
  #hasFailed = false;
  #sending: Promise<void> | undefined;

  constructor(options: PieceUploadOptions) {
    this.#options = options;
  }

  get progress(): { pieces: number; takenBytes: number; waitingBytes: number } {
    return { pieces: this.#pieces, takenBytes: this.#takenBytes, waitingBytes: this.#waitingBytes };
  }

  add(piece: Blob): void {
    if (this.#hasFailed) return;
    this.#waiting.push(piece);
    this.#waitingBytes += piece.size;
    if (this.#waitingBytes > WAITING_MAX_BYTES) this.#fail("behind");
    else this.#wake();
  }

  /** `last` is the end of the recording. Resolves when everything was taken (true), or the upload was given up. */
  async finish(last: Blob): Promise<boolean> {
    this.#isComplete = true;
    this.add(last);
    await this.#sending;
    return !this.#hasFailed && !this.#abort.signal.aborted;
  }

  /** Stops sending. */
  abandon(): void {
    this.#abort.abort();
    this.#drop();
  }

  #wake(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      // Added while the last round was ending.
      if (this.#waiting.length > 0 && !this.#abort.signal.aborted) this.#wake();
    });
  }

  async #sendAll(): Promise<void> {
    const { signal } = this.#abort;
    let retryMs = FIRST_RETRY_MS;
    for (;;) {
      const piece = this.#waiting[0];
      if (!piece || signal.aborted) return;
      const outcome = await this.#send(piece);
      if (signal.aborted || this.#hasFailed) return;
      if (outcome === "refused") return this.#fail("refused");
      if (outcome === "taken") {
        this.#taken(piece);
        retryMs = FIRST_RETRY_MS;
      } else {
        await this.#pause(retryMs);
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
    }
  }

  #send(piece: Blob): Promise<PieceOutcome> {
    const isLast = this.#isComplete && this.#waiting.length === 1;
    return this.#options.send(this.#pieces, piece, isLast, this.#abort.signal).catch(() => "again");
  }

  #taken(piece: Blob): void {
    this.#waiting.shift();
    this.#waitingBytes -= piece.size;
    this.#takenBytes += piece.size;
    this.#pieces += 1;
  }

  #fail(reason: "refused" | "behind"): void {
    this.#hasFailed = true;
    this.#drop();
    this.#options.onFailed(reason);
  }

  #drop(): void {
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
  }

  #pause(durationMs: number): Promise<void> {
    const { signal } = this.#abort;
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        signal.removeEventListener("abort", done);
        resolve();
      };
      const cancel = this.#options.schedule(done, durationMs);
      signal.addEventListener("abort", done);
    });
  }
}
