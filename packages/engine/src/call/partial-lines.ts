import type { PartialLine } from "@callwright/contract";
import type { CallClock } from "../model/call-clock.ts";
import { type LoadShedding, NO_SHEDDING } from "../process/load-shedding.ts";
import type { CallHappening } from "./call-happening.ts";

export interface PartialLinesOptions {
  clock: CallClock;
  /** `seq` of the call's next event. */
  nextSeq(): number;
  send(lines: PartialLine[]): void;
  /** What a busy host skips. Default: nothing. */
  shedding?: LoadShedding | undefined;
}

/** No reader is faster. */
const INTERVAL_MS = 100;

/** Sends the lines that are being spoken to watchers of the call, at most ten times a second. */
export class PartialLines {
  #options: PartialLinesOptions;
  /** Final words of the caller since the last turn. */
  #userFinals: string[] = [];
  #startMs: Partial<Record<PartialLine["role"], number>> = {};
  #changed = new Map<PartialLine["role"], PartialLine>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PartialLinesOptions) {
    this.#options = options;
  }

  follow(happening: CallHappening): void {
    switch (happening.type) {
      case "user-words":
        this.#change("user", [...this.#userFinals, happening.text].join(" "));
        if (happening.final) this.#userFinals.push(happening.text);
        break;
      case "user-said":
        if (happening.typed) break;
        this.#userFinals = [];
        delete this.#startMs.user;
        break;
      case "assistant-words":
        this.#change("assistant", happening.text);
        break;
      case "assistant-said":
        delete this.#startMs.assistant;
        break;
      case "assistant-silent":
        if (this.#startMs.assistant !== undefined) this.#change("assistant", "");
        delete this.#startMs.assistant;
        break;
    }
  }

  /** Stops sending. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #change(role: PartialLine["role"], text: string): void {
    if (this.#closed) return;
    this.#startMs[role] ??= Math.round(this.#options.clock.nowMs);
    this.#changed.set(role, { role, text, startMs: this.#startMs[role], seq: this.#options.nextSeq() });
    if (!this.#timer) this.#send();
  }

  /** Lines that change until the timer fires are sent together. A busy process sends them later. */
  #send(): void {
    const { send, shedding = NO_SHEDDING } = this.#options;
    if (!shedding.leavesOut("partial-lines")) {
      const lines = [...this.#changed.values()];
      this.#changed.clear();
      send(lines);
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#changed.size > 0) this.#send();
    }, INTERVAL_MS);
  }
}
