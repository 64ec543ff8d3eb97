import type { CallController } from "../call-controller.ts";
import { describeError } from "../call-failure.ts";
import { type CallChange, type CallSnapshot, NO_CALL, reduceCall } from "../call-snapshot.ts";
import { followCall } from "../follow-call.ts";

/**
 * The calls of a page, with the snapshot of the last one. Each start creates a call object. Events of an earlier one
 * during its cleanup are ignored.
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

  /** The last started call. */
  get call(): CallController | undefined {
    return this.#call;
  }

  /** Starts a call. Hangs up a running one first. Never rejects: a failure is in the snapshot. */
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

  /** Hangs up, even while waiting for the token. Keeps the transcript. */
  async stop(): Promise<void> {
    if (this.#call) return this.#call.stop();
    this.#starts += 1;
    if (this.#snapshot.phase === "connecting") this.#apply({ type: "called-off" });
  }

  /** No effect while no call is running. */
  setMuted(isMuted: boolean): void {
    const call = this.#call;
    if (!call || call.state === "ending" || call.state === "ended") return;
    call.setMuted(isMuted);
    this.#apply({ type: "muted", isMuted });
  }

  /** The component unmounted. Hangs up and resets the store, which can be used again. */
  close(): void {
    this.#drop();
    this.#show(NO_CALL);
  }

  /** Hangs up and removes the listeners. The next start waits for the cleanup. */
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
