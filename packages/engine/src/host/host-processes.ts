import { ENDED_REASONS, OVERLOAD_RETRY_AFTER_SECONDS, PlatformError } from "@callwright/contract";
import { within } from "../process/within.ts";
import type { CallHostPoolOptions } from "./call-host-pool.ts";
import { type CallHostEnd, CallHostProcess } from "./call-host-process.ts";
import type { FromHost } from "./call-host-protocol.ts";
import { chooseHost } from "./choose-host.ts";

export interface HostProcessesOptions
  extends Pick<CallHostPoolOptions, "settings" | "maxCallsPerHost" | "maxHosts" | "idleHostMs" | "callerWaitMs" | "hostStartMs"> {
  onMessage(message: FromHost, host: CallHostProcess): void;
  /** `onMessage` threw. */
  onFault(cause: unknown, message: FromHost): void;
  onGone(end: CallHostEnd, host: CallHostProcess): void;
}

/**
 * A host that has not started by then hangs. Starting takes seconds of CPU time, and on a busy machine many times longer: killing a slow host and
 * starting another would make it slower still.
 */
const DEFAULT_HOST_START_MS = 120_000;
/** Less than the 60 s after which proxies give up, so that the caller gets our error. */
const DEFAULT_CALLER_WAIT_MS = 50_000;
const DEFAULT_IDLE_HOST_MS = 30_000;
/** A host that has not exited this long after `leave` hangs, and is killed. */
const EXIT_TIMEOUT_MS = 8_000;
const RETRY_AFTER_SECONDS = 10;
/** Why a call is refused, for callers. */
export const OVERLOADED = "the server is overloaded.";

/** The host processes of a pool: places calls, starts hosts as needed and stops idle hosts. */
export class HostProcesses {
  readonly #options: HostProcessesOptions;
  readonly #hosts = new Set<CallHostProcess>();
  #closed = false;

  constructor(options: HostProcessesOptions) {
    this.#options = options;
  }

  get pids(): number[] {
    return [...this.#hosts].flatMap((host) => host.pid ?? []);
  }

  get loopDelayMs(): number {
    return Math.max(0, ...[...this.#hosts].map((host) => host.loopDelayMs));
  }

  /** Calls that use a slot. */
  get calls(): number {
    return this.#usable().reduce((sum, host) => sum + host.callIds.size, 0);
  }

  /** Starts a host if there is no usable one; resolves when it can take calls. */
  async warm(): Promise<void> {
    const host = this.#usable()[0] ?? this.#start();
    await whenReady(host);
  }

  /** Reserves a place and waits until the host can take calls. Fails with `at-capacity` or `call-host-unavailable`; no place is taken then. */
  async place(callId: string): Promise<CallHostProcess> {
    const host = this.#choose();
    host.callIds.add(callId);
    this.#startSpareWhenFull();
    try {
      await this.#whenReadyInTime(host);
    } catch (error) {
      host.callIds.delete(callId);
      throw error;
    }
    return host;
  }

  /** Frees the slot of a call that its host has ended. */
  release(host: CallHostProcess, callId: string): void {
    host.callIds.delete(callId);
    host.givenUp.delete(callId);
    if (isUnused(host)) this.#retireIdleLater();
  }

  /** The server has abandoned the call. It still counts until its host has ended it, or is stopped because it has no other call. */
  giveUp(host: CallHostProcess, callId: string): void {
    host.givenUp.add(callId);
    if (isUnused(host)) this.#retireIdleLater();
  }

  /** Asks every host to end its calls and exit; resolves when all hosts have exited. */
  async close(endedReason: string): Promise<void> {
    this.#closed = true;
    const gone = [...this.#hosts].map((host) => host.gone);
    for (const host of this.#hosts) stop(host, endedReason);
    await Promise.all(gone);
  }

  #usable(): CallHostProcess[] {
    return [...this.#hosts].filter((host) => host.state === "starting" || host.state === "ready");
  }

  #start(): CallHostProcess {
    const { settings, onMessage, onFault, onGone, hostStartMs = DEFAULT_HOST_START_MS } = this.#options;
    const host: CallHostProcess = new CallHostProcess(settings, {
      onMessage: (message) => onMessage(message, host),
      onFault,
      onGone: (end) => {
        this.#hosts.delete(host);
        onGone(end, host);
      },
    });
    this.#hosts.add(host);
    const timer = setTimeout(() => host.state === "starting" && host.kill("did not start in time"), hostStartMs);
    host.ready.then(
      () => {
        clearTimeout(timer);
        // The calls that needed it may have ended while it started.
        this.#retireIdleLater();
      },
      () => clearTimeout(timer),
    );
    return host;
  }

  #choose(): CallHostProcess {
    const { maxCallsPerHost, maxHosts } = this.#options;
    const chosen = chooseHost(this.#usable(), this.#options);
    if (typeof chosen === "object") return chosen;
    if (this.#closed) throw new PlatformError("call-host-unavailable", { detail: "the server is shutting down." });
    if (chosen === "new") return this.#start();
    if (chosen === "overloaded") {
      throw new PlatformError("call-host-unavailable", {
        detail: OVERLOADED,
        retryAfterSeconds: OVERLOAD_RETRY_AFTER_SECONDS,
      });
    }
    throw new PlatformError("at-capacity", {
      limit: maxCallsPerHost * maxHosts,
      scope: "of this server",
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }

  async #whenReadyInTime(host: CallHostProcess): Promise<void> {
    await within(this.#options.callerWaitMs ?? DEFAULT_CALLER_WAIT_MS, whenReady(host), () => {
      const detail = "the call host is still starting.";
      throw new PlatformError("call-host-unavailable", { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
    });
  }

  /** Starts the next host early, so that the next caller does not wait for it. */
  #startSpareWhenFull(): void {
    const open = this.#usable();
    const isFull = open.every((host) => host.callIds.size >= this.#options.maxCallsPerHost);
    if (!this.#closed && open.length < this.#options.maxHosts && isFull) this.#start();
  }

  #retireIdleLater(): void {
    setTimeout(() => this.#retireIdle(), this.#options.idleHostMs ?? DEFAULT_IDLE_HOST_MS).unref();
  }

  #retireIdle(): void {
    const usable = this.#usable();
    const unused = usable.filter((host) => host.state === "ready" && isUnused(host));
    const idle = unused.filter((host) => host.callIds.size === 0);
    const othersHaveRoom = usable.some((host) => host.callIds.size > 0 && host.callIds.size < this.#options.maxCallsPerHost);
    // A host that does not end an abandoned call is not used again.
    const broken = unused.filter((host) => host.callIds.size > 0);
    for (const host of [...broken, ...idle.slice(othersHaveRoom ? 0 : 1)]) stop(host, ENDED_REASONS.workerShutdown);
  }
}

/** No call needs it. */
function isUnused({ callIds, givenUp }: CallHostProcess): boolean {
  return callIds.size === givenUp.size;
}

function stop(host: CallHostProcess, endedReason: string): void {
  host.leave(endedReason);
  setTimeout(() => host.kill(), EXIT_TIMEOUT_MS).unref();
}

async function whenReady(host: CallHostProcess): Promise<void> {
  try {
    await host.ready;
  } catch (cause) {
    throw new PlatformError("call-host-unavailable", { detail: (cause as Error).message }, { cause });
  }
}
