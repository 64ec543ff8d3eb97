import type { CallController } from "../call-controller.ts";
import { describeError } from "../call-failure.ts";
import { type CallChange, type CallSnapshot, NO_CALL, reduceCall } from "../call-snapshot.ts";
import { followCall } from "../follow-call.ts";

/**
 * One place for calls in a page, and what is shown of the last one. Each start has a call object of its own: what an earlier
 * one still tells while it is cleaned up is not shown.
 */
export class CallStore {
  readonly #createCall: (apiToken: string) => CallController;
  readonly #readToken: () => Promise<string>;
  readonly #listeners = new Set<() => void>();
  #snapshot = NO_CALL;
  #call: CallController | undefined;
  #stopped: Promise<void> | undefined;
  #starts = 0;

  constructor(createCall: (apiToken: string) => CallController, readToken: () => Promise<string>) {
    this.#createCall = createCall;
    this.#readToken = readToken;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly snapshot = (): CallSnapshot => this.#snapshot;

  /** The call that was started last. */
  get call(): CallController | undefined {
    return this.#call;
  }

  /** Start a call; one that is running is hung up first. Never rejects: a failure is shown. */
  async start(...args: Parameters<CallController["start"]>): Promise<void> {
    this.#drop();
    const start = this.#starts;
    this.#apply({ type: "starting" });
    try {
      const [apiToken] = await Promise.all([this.#readToken(), this.#stopped]);
      if (start !== this.#starts) return;
      const call = this.#createCall(apiToken);
      this.#call = call;
      followCall(call, (change) => this.#apply(change));
      await call.start(...args);
    } catch (error) {
      if (start !== this.#starts) return;
      this.#apply({ type: "not-started", problem: describeError(error) });
    }
  }

  /** Hang up, also a call that waits for its token. What was said stays. */
  async stop(): Promise<void> {
    if (this.#call) return this.#call.stop();
    this.#starts += 1;
    if (this.#snapshot.phase === "connecting") this.#apply({ type: "called-off" });
  }

  /** Without effect when no call is running. */
  setMuted(isMuted: boolean): void {
    const call = this.#call;
    if (!call || call.state === "ending" || call.state === "ended") return;
    call.setMuted(isMuted);
    this.#apply({ type: "muted", isMuted });
  }

  /** What showed the call is gone: hang up, and forget it. The store can be used again. */
  close(): void {
    this.#drop();
    this.#show(NO_CALL);
  }

  /** Hang up and stop listening; the next start waits until nothing is left of this call. */
  #drop(): void {
    this.#starts += 1;
    const call = this.#call;
    if (!call) return;
    this.#call = undefined;
    call.removeAllListeners();
    this.#stopped = call.stop();
  }

  #apply(change: CallChange): void {
    this.#show(reduceCall(this.#snapshot, change));
  }

  #show(snapshot: CallSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of [...this.#listeners]) listener();
  }
}
