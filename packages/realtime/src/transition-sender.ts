import type { Modification } from "./protocol.ts";
import type { RealtimeLog } from "./query-runner.ts";
import type { TransitionEncoder } from "./transition-encoder.ts";
import type { TransitionLedger } from "./transition-ledger.ts";

interface Context {
  transitions: TransitionEncoder;
  log: RealtimeLog;
  onTransition(): void;
}

/** Sends the transitions of one connection. */
export class TransitionSender {
  readonly #context: Context;
  readonly #ledger: TransitionLedger;
  readonly #sendFrame: (frame: Buffer) => void;
  /** The client's clock minus the server's. Null for clients that do not send their time. */
  clientClockSkewMs: number | null = null;

  constructor(context: Context, ledger: TransitionLedger, sendFrame: (frame: Buffer) => void) {
    this.#context = context;
    this.#ledger = ledger;
    this.#sendFrame = sendFrame;
  }

  /** Returns false, without sending, if the client would reject the transition. */
  send(ts: bigint, modifications: readonly Modification[]): boolean {
    const start = this.#ledger.told;
    const end = this.#ledger.next(ts, modifications.length > 0);
    if (!end) return true;
    if (this.#ledger.isBackwards(end)) {
      const details = { start: { ...start, ts: `${start.ts}` }, end: { ...end, ts: `${ts}` } };
      this.#context.log.error(details, "a transition leads backwards");
      return false;
    }
    const clientClockSkewMs = end.identity > start.identity ? this.clientClockSkewMs : null;
    const frames = this.#context.transitions.encode({ start, end, modifications, clientClockSkewMs });
    for (const frame of frames) this.#sendFrame(frame);
    this.#ledger.tell(end);
    this.#context.onTransition();
    return true;
  }
}
