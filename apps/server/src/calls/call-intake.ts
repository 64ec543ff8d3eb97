import { once } from "node:events";
import { PlatformError } from "@callwright/contract";
import type { HostedCall } from "./hosted-call.ts";

/** A balancer notices within a second. */
const RETRY_AFTER_SECONDS = 1;

/** Whether this node takes new calls: until it drains or stops. */
export class CallIntake {
  readonly #hosted: ReadonlyMap<string, HostedCall>;
  #isOpen = true;

  constructor(hosted: ReadonlyMap<string, HostedCall>) {
    this.#hosted = hosted;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Calls that this node hosts. */
  get openCalls(): number {
    return this.#hosted.size;
  }

  /** Fails with `call-host-unavailable` when the node takes no new calls. */
  requireOpen(): void {
    if (this.#isOpen) return;
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    const detail = "this server is stopping and takes no new calls.";
    throw new PlatformError("call-host-unavailable", { detail }, { retryAfterSeconds });
  }

  close(): void {
    this.#isOpen = false;
  }

  /** Takes no new calls from now on. Resolves when no call is left, or when the signal aborts. */
  async drain(signal: AbortSignal): Promise<void> {
    this.close();
    const gaveUp = aborted(signal);
    // A call whose creation had begun comes late.
    while (this.#hosted.size > 0 && !signal.aborted)
      await Promise.race([gaveUp, Promise.all([...this.#hosted.values()].map(({ ended }) => ended))]);
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
