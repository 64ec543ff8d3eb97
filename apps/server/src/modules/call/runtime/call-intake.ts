import { once } from "node:events";
import { OVERLOAD_LOOP_DELAY_MS, OVERLOAD_RETRY_AFTER_SECONDS, PlatformError } from "@callwright/contract";
import { OVERLOADED } from "@callwright/engine";
import type { HostedCall } from "./hosted-call.ts";

/** A balancer notices within a second. */
const RETRY_AFTER_SECONDS = 1;

/** Whether this node takes new calls: not while it drains, stops or is overloaded. */
export class CallIntake {
  readonly #hosted: ReadonlyMap<string, HostedCall>;
  /** The current delay of this process's event loop, in milliseconds. */
  readonly #loopDelayMs: () => number;
  isOpen = true;

  constructor(hosted: ReadonlyMap<string, HostedCall>, loopDelayMs: () => number) {
    this.#hosted = hosted;
    this.#loopDelayMs = loopDelayMs;
  }

  /** Calls that this node hosts. */
  get openCalls(): number {
    return this.#hosted.size;
  }

  /** Fails with `call-host-unavailable` when the node takes no new calls. The hosts refuse calls, too (`HostProcesses`). */
  requireOpen(): void {
    if (!this.isOpen) refuse("this server is stopping and takes no new calls.", RETRY_AFTER_SECONDS);
    if (this.#loopDelayMs() >= OVERLOAD_LOOP_DELAY_MS) refuse(OVERLOADED, OVERLOAD_RETRY_AFTER_SECONDS);
  }

  close(): void {
    this.isOpen = false;
  }

  /** Takes no new calls from now on. Resolves when no call is left, or when the signal aborts. */
  async drain(signal: AbortSignal): Promise<void> {
    this.close();
    const gaveUp = aborted(signal);
    // A call whose creation had begun is added late.
    while (this.#hosted.size > 0 && !signal.aborted)
      await Promise.race([gaveUp, Promise.all([...this.#hosted.values()].map(({ ended }) => ended))]);
  }
}

function refuse(detail: string, retryAfterSeconds: number): never {
  throw new PlatformError("call-host-unavailable", { detail, retryAfterSeconds });
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
