import type { NowMs } from "../model/call-clock.ts";
import { HOST_PULSE_MS } from "./call-host-protocol.ts";
import type { ThreadTimes } from "./thread-times.ts";

/** A host that is silent for this long although it has the CPU, or needs none, hangs. Its callers hear nothing, and most have hung up. */
const STUCK_MS = 15_000;
/** The same where the operating system does not report which process waits for the CPU. */
const STUCK_UNKNOWN_MS = 60_000;
/** A request to a host that is silent for this long is not answered because the host hangs. */
const SILENT_MS = 5_000;
/** Three missing pulses: the host is late, for whatever reason. */
const LATE_MS = 3 * HOST_PULSE_MS;

export interface HostWatchOptions {
  now: NowMs;
  /** Times of the host's main thread. Undefined: unknown. */
  times: () => ThreadTimes | undefined;
}

/**
 * Distinguishes a host that hangs from a host that waits for the CPU of a busy machine. Silent time counts only while the host ran (an endless loop)
 * or slept (a deadlock, a stopped process); the time in which it waited for a core does not. A host on an overloaded machine is late, and is not killed for it.
 */
export class HostWatch {
  readonly #options: HostWatchOptions;
  #silentMs = 0;
  #heardAtMs: number;
  #checkedAtMs: number;
  #times: ThreadTimes | undefined;
  #waitingShare: number | undefined;

  constructor(options: HostWatchOptions) {
    this.#options = options;
    this.#heardAtMs = options.now();
    this.#checkedAtMs = this.#heardAtMs;
    this.#times = options.times();
  }

  /** The host has sent a message. */
  heard(): void {
    this.#silentMs = 0;
    this.#heardAtMs = this.#options.now();
  }

  /** Every `HOST_PULSE_MS`. Answers whether the host hangs. */
  check(): boolean {
    const { now, times: readTimes } = this.#options;
    const [nowMs, times] = [now(), readTimes()];
    const elapsedMs = nowMs - this.#checkedAtMs;
    // When this process was late, messages of the host may still be unread: the delay does not count.
    const countedMs = Math.min(elapsedMs, HOST_PULSE_MS);
    this.#waitingShare = waitingShare(elapsedMs, this.#times, times);
    this.#silentMs += countedMs * (1 - (this.#waitingShare ?? 0));
    this.#checkedAtMs = nowMs;
    this.#times = times;
    return this.#silentMs > (times ? STUCK_MS : STUCK_UNKNOWN_MS);
  }

  /** The host has been silent for seconds. The machine may be the reason. */
  get isLate(): boolean {
    return this.#options.now() - this.#heardAtMs > LATE_MS;
  }

  /** It waited for a core for a third of the last second or longer. Also true where this is unknown. */
  get waitsForCpu(): boolean {
    return (this.#waitingShare ?? 1) > 1 / 3;
  }

  /** The host does not answer, and the machine is not the reason. */
  get isSilent(): boolean {
    return this.#silentMs > SILENT_MS;
  }
}

/** From 0 to 1: for how much of the time the thread waited for a core. Undefined: unknown. */
function waitingShare(elapsedMs: number, before: ThreadTimes | undefined, after: ThreadTimes | undefined): number | undefined {
  if (!before || !after) return undefined;
  if (elapsedMs <= 0) return 0;
  const ranMs = after.ranMs - before.ranMs;
  const waitedMs = after.waitedMs - before.waitedMs;
  // A wait is counted when it ends. A thread that neither ran nor ended a wait, and could run, has waited all the time.
  if (after.isRunnable && ranMs + waitedMs === 0) return 1;
  return Math.min(1, waitedMs / elapsedMs);
}
