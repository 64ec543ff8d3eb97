import { CALL_EVENT_PAYLOADS, type CallEvent, type CallEventPayload, type CallEventType } from "@callwright/contract";
import type { CallClock } from "./call-clock.ts";

/** Events gather this long before they leave in one batch. */
const BATCH_MS = 100;

/**
 * The call's events, numbered, checked and sent in batches. What happens before the caller joined waits for `open`, so that
 * `call.started` comes first.
 */
export class CallLog {
  #clock: CallClock;
  #send: (events: CallEvent[]) => void;
  #events: CallEvent[] = [];
  #nextSeq = 0;
  #open = false;
  #ended = false;
  #timer: NodeJS.Timeout | undefined;
  #before: (() => void)[] = [];

  constructor(clock: CallClock, send: (events: CallEvent[]) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Of the next event. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  add<Type extends CallEventType>(type: Type, payload: CallEventPayload<Type>): void {
    if (this.#ended) return;
    if (!this.#open) {
      this.#before.push(() => this.add(type, payload));
      return;
    }
    const checked = CALL_EVENT_PAYLOADS[type].parse(payload);
    // The pair of type and payload was checked above; TypeScript cannot follow it through the generic.
    this.#events.push({ seq: this.#nextSeq++, atMs: Math.round(this.#clock.nowMs), type, payload: checked } as CallEvent);
    this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  /** `started` is absent when the caller never joined. Without effect the second time. */
  open(started?: CallEventPayload<"call.started">): void {
    if (this.#open) return;
    this.#open = true;
    if (started) this.add("call.started", started);
    for (const add of this.#before.splice(0)) add();
  }

  /** The last event. What comes after it is not told. */
  end(ended: CallEventPayload<"call.ended">): void {
    this.open();
    this.add("call.ended", ended);
    this.#ended = true;
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#events.length > 0) this.#send(this.#events.splice(0));
  }
}
