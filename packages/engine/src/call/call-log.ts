import { CALL_EVENT_PAYLOADS, type CallEvent } from "@callwright/contract";
import type { CallClock } from "../model/call-clock.ts";
import type { CallEventDraft } from "./call-happening.ts";

/** Events gather this long before they leave in one batch. */
const BATCH_MS = 100;

/**
 * Numbers, checks and sends the call's events, in batches. Events from before the caller joined wait, so that `call.started` is the first event;
 * `call.ended` is the last one.
 */
export class CallLog {
  #clock: CallClock;
  #send: (events: CallEvent[]) => void;
  #events: CallEvent[] = [];
  #nextSeq = 0;
  #open = false;
  #ended = false;
  #timer: NodeJS.Timeout | undefined;
  #waiting: CallEventDraft[] = [];

  constructor(clock: CallClock, send: (events: CallEvent[]) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** `seq` of the next event. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  add(event: CallEventDraft): void {
    if (this.#ended) return;
    if (event.type === "call.ended") this.#release();
    if (event.type === "call.started") this.#open = true;
    if (!this.#open) {
      this.#waiting.push(event);
      return;
    }
    const payload = CALL_EVENT_PAYLOADS[event.type].parse(event.payload);
    // TypeScript cannot follow the pair of type and payload through the lookup.
    this.#events.push({ seq: this.#nextSeq++, atMs: Math.round(this.#clock.nowMs), type: event.type, payload } as CallEvent);
    if (event.type === "call.started") this.#release();
    this.#ended = event.type === "call.ended";
    if (this.#ended) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  #release(): void {
    this.#open = true;
    for (const event of this.#waiting.splice(0)) this.add(event);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#events.length > 0) this.#send(this.#events.splice(0));
  }
}
