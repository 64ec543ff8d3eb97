import type { CallClock } from "./call-clock.ts";

/** What is being said in a call and is no event yet. */
export interface PartialLine {
  role: "user" | "assistant";
  /** All of it so far; empty when it came to nothing. */
  text: string;
  /** Milliseconds on the call's clock. */
  startMs: number;
  /** Of the call's next event: the first `…said` event of this role from there on is this line, complete. */
  seq: number;
}

export interface PartialLinesOptions {
  clock: CallClock;
  /** `seq` of the call's next event. */
  nextSeq(): number;
  send(lines: PartialLine[]): void;
}

/** Words come several times in a tenth of a second, and nobody reads faster. */
const INTERVAL_MS = 100;

/** Tells those who watch a call what is being said, ten times a second at most. */
export class PartialLines {
  #options: PartialLinesOptions;
  /** What the caller has said since the last turn, as far as it is final. */
  #userFinals: string[] = [];
  #startMs: Partial<Record<PartialLine["role"], number>> = {};
  #news = new Map<PartialLine["role"], PartialLine>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PartialLinesOptions) {
    this.#options = options;
  }

  userWords(text: string, final: boolean): void {
    this.#tell("user", [...this.#userFinals, text].join(" "));
    if (final) this.#userFinals.push(text);
  }

  /** All that is said of a speech so far. */
  assistantWords(text: string): void {
    this.#tell("assistant", text);
  }

  /** What was being said is an event, which tells of itself. */
  said(role: PartialLine["role"]): void {
    if (role === "user") this.#userFinals = [];
    delete this.#startMs[role];
  }

  /** It came to nothing. */
  dropped(role: PartialLine["role"]): void {
    if (this.#startMs[role] !== undefined) this.#tell(role, "");
    this.said(role);
  }

  /** The call is over: nothing is told any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #tell(role: PartialLine["role"], text: string): void {
    if (this.#closed) return;
    this.#startMs[role] ??= Math.round(this.#options.clock.nowMs);
    this.#news.set(role, { role, text, startMs: this.#startMs[role], seq: this.#options.nextSeq() });
    if (!this.#timer) this.#send();
  }

  /** What comes until the timer ends goes together. */
  #send(): void {
    const lines = [...this.#news.values()];
    this.#news.clear();
    this.#options.send(lines);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#news.size > 0) this.#send();
    }, INTERVAL_MS);
  }
}
