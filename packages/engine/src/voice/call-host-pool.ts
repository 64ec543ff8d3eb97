import { existsSync } from "node:fs";
import { type CallEvent, type CallSupervisor, type ClientMessage, ENDED_REASONS, PlatformError } from "@callwright/contract";
import { type CallHostEnd, CallHostProcess } from "./call-host-process.ts";
import type { CallEnd, CallHostSettings, CallSpec, FromHost, ToHost } from "./call-host-protocol.ts";
import type { OfferFault } from "./media-transport.ts";
import { OFFERS_PER_MINUTE, OfferRate } from "./offer-rate.ts";
import type { PartialLine } from "./partial-lines.ts";

export interface PoolLogEntry {
  level: "info" | "warn" | "error";
  message: string;
  callId?: string;
  detail?: Record<string, unknown>;
}
/** Ids, counts and causes; never what was said in a call. */
export type PoolLog = (entry: PoolLogEntry) => void;

export interface CallHostPoolOptions {
  settings: CallHostSettings;
  /** About ten calls keep one core busy. */
  maxCallsPerHost: number;
  maxHosts: number;
  log: PoolLog;
  /** The caller is connected; 0 on the call's clock. */
  onJoined(callId: string, startedAtMs: number): void;
  /** In order of `seq`, without gaps, in batches. */
  onEvents(callId: string, events: CallEvent[]): void;
  /** What is being said in a call, as far as it is news; ten times a second at most. */
  onPartial(callId: string, lines: PartialLine[]): void;
  /** Exactly once for every call that `start` resolved for, after its last events. */
  onEnded(end: CallEnd): void;
  /** How long a host that holds no call is kept when another one is free too. Default 30 s. */
  idleHostMs?: number;
  /** How long a caller waits for a host that is starting. Default 50 s. */
  callerWaitMs?: number;
  /** How long a host may take to start. Default 120 s. */
  hostStartMs?: number;
}

/** Call hosts, started as needed: the server's door to the voice engine. */
export interface CallHostPool {
  /** Starts a host ahead of the first call; resolves when it can take calls. Fails with `call-host-unavailable`. */
  warm(): Promise<void>;
  /** Gives the call a place. Fails with `at-capacity` or `call-host-unavailable`. */
  start(spec: CallSpec): Promise<void>;
  /**
   * Answers the caller's WebRTC offer (non-trickle SDP in, SDP out) with a session. The newest one that gets connected is the caller's.
   * Fails with `call-not-joinable` (no such call), `rate-limited`, `validation-failed` (the SDP), `call-taken-over` (another offer came
   * meanwhile) or `call-host-unavailable`.
   */
  offer(callId: string, sdp: string): Promise<{ session: number; sdp: string }>;
  /** Answers an offer of a session's connection over another path (ICE restart). Fails like `offer`, but for `rate-limited`. */
  restart(callId: string, session: number, sdp: string): Promise<string>;
  /** The session's caller hangs up. Whether the call goes on without it; false too when its host does not answer. */
  leave(callId: string, session: number): Promise<boolean>;
  /** Steers the call as its client could; its events tell who did. False when there is no such call. */
  control(callId: string, message: ClientMessage, by: CallSupervisor): boolean;
  /** Ends the call; `onEnded` follows. Without effect on a call that is over. */
  end(callId: string, endedReason: string): void;
  /** Calls that hold a place. */
  readonly calls: number;
  readonly hostPids: number[];
  /** Ends every call, then every host. */
  close(endedReason: string): Promise<void>;
}

/**
 * A host that has not started by then hangs. Starting takes seconds of work, and on a machine where many processes want to work it takes as
 * many times longer: to kill a host that is only slow, and start another, would make it slower still.
 */
const DEFAULT_HOST_START_MS = 120_000;
/** So that we answer the caller, and not a proxy on the way: those give up after 60 s. */
const DEFAULT_CALLER_WAIT_MS = 50_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** A host that has not ended a call, or itself, this long after being told to hangs, and is killed. */
const END_TIMEOUT_MS = 8_000;
const DEFAULT_IDLE_HOST_MS = 30_000;
const RETRY_AFTER_SECONDS = 10;

interface PlacedCall {
  host: CallHostProcess;
  recordingPath: string | undefined;
  /** Epoch milliseconds; absent until the caller joins. */
  startedAtMs?: number;
  nextSeq: number;
  offers: OfferRate;
  /** Set once the call was told to end. */
  endedReason?: string;
  endTimer?: NodeJS.Timeout;
}

/** What a host answers to a request. */
type Reply = Extract<FromHost, { requestId: string }>;
type RequestOf<Type extends ToHost["type"]> = Omit<Extract<ToHost, { type: Type }>, "requestId">;

interface OpenRequest {
  host: CallHostProcess;
  resolve(reply: Reply): void;
  reject(error: PlatformError): void;
}

export function createCallHostPool(options: CallHostPoolOptions): CallHostPool {
  const { settings, maxCallsPerHost, maxHosts, log } = options;
  const {
    idleHostMs = DEFAULT_IDLE_HOST_MS,
    callerWaitMs = DEFAULT_CALLER_WAIT_MS,
    hostStartMs = DEFAULT_HOST_START_MS,
  } = options;
  const hosts = new Set<CallHostProcess>();
  const calls = new Map<string, PlacedCall>();
  const requests = new Map<string, OpenRequest>();
  const now = () => performance.now();
  let nextRequest = 0;
  let closed = false;

  const usable = () => [...hosts].filter((host) => host.state === "starting" || host.state === "ready");

  function startHost(): CallHostProcess {
    const host: CallHostProcess = new CallHostProcess(settings, {
      onMessage: (message) => receive(message, host),
      onGone: (end) => forget(host, end),
    });
    hosts.add(host);
    const timer = setTimeout(() => host.state === "starting" && host.kill("did not start in time"), hostStartMs);
    host.ready.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
    return host;
  }

  /** The fullest host with a free place, so that the others can empty and go. */
  function place(): CallHostProcess {
    const free = usable()
      .filter((host) => host.callIds.size < maxCallsPerHost)
      .sort((a, b) => Number(b.state === "ready") - Number(a.state === "ready") || b.callIds.size - a.callIds.size)[0];
    if (free) return free;
    if (closed) throw new PlatformError("call-host-unavailable", { detail: "the server is shutting down." });
    if (usable().length < maxHosts) return startHost();
    throw new PlatformError(
      "at-capacity",
      { limit: maxCallsPerHost * maxHosts, scope: "of this server", retryAfterSeconds: RETRY_AFTER_SECONDS },
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  async function whenReady(host: CallHostProcess): Promise<void> {
    try {
      await host.ready;
    } catch (cause) {
      throw new PlatformError("call-host-unavailable", { detail: (cause as Error).message }, { cause });
    }
  }

  /** Fails with `call-host-unavailable`, also when it takes longer than a caller waits. */
  async function whenReadyInTime(host: CallHostProcess): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      const detail = "the call host is still starting.";
      const error = new PlatformError("call-host-unavailable", { detail }, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      timer = setTimeout(() => reject(error), callerWaitMs);
    });
    await Promise.race([whenReady(host), tooLong]).finally(() => clearTimeout(timer));
  }

  /** So that the next caller does not wait for a process to start. */
  function startSpareWhenFull(): void {
    const open = usable();
    if (!closed && open.length < maxHosts && open.every((host) => host.callIds.size >= maxCallsPerHost)) startHost();
  }

  function retireIdleHosts(): void {
    const idle = usable().filter((host) => host.state === "ready" && host.callIds.size === 0);
    const othersHaveRoom = usable().some((host) => host.callIds.size > 0 && host.callIds.size < maxCallsPerHost);
    for (const host of idle.slice(othersHaveRoom ? 0 : 1)) leave(host, ENDED_REASONS.workerShutdown);
  }

  function leave(host: CallHostProcess, endedReason: string): void {
    host.leave(endedReason);
    setTimeout(() => host.kill(), END_TIMEOUT_MS).unref();
  }

  function receive(message: FromHost, host: CallHostProcess): void {
    switch (message.type) {
      case "ready":
        break;
      case "answer":
      case "left":
        requests.get(message.requestId)?.resolve(message);
        break;
      case "offer-failed":
        requests.get(message.requestId)?.reject(explainOfferFailure(message.fault, message.message));
        break;
      case "joined": {
        const call = calls.get(message.callId);
        if (call) call.startedAtMs = message.startedAtMs;
        options.onJoined(message.callId, message.startedAtMs);
        break;
      }
      case "events": {
        const call = calls.get(message.callId);
        if (call) call.nextSeq += message.events.length;
        options.onEvents(message.callId, message.events);
        break;
      }
      case "partial":
        options.onPartial(message.callId, message.lines);
        break;
      case "ended": {
        const { type: _type, ...end } = message;
        finish(end);
        break;
      }
      case "log": {
        const { type: _type, ...entry } = message;
        log({ ...entry, detail: { ...entry.detail, hostPid: host.pid } });
        break;
      }
      default:
        message satisfies never;
    }
  }

  function finish(end: CallEnd): void {
    const call = calls.get(end.callId);
    if (!call) return;
    clearTimeout(call.endTimer);
    calls.delete(end.callId);
    call.host.callIds.delete(end.callId);
    options.onEnded(end);
    if (call.host.callIds.size === 0) setTimeout(retireIdleHosts, idleHostMs).unref();
  }

  /** The process is gone: what it still held ends here. */
  function forget(host: CallHostProcess, { message, lastWords }: CallHostEnd): void {
    hosts.delete(host);
    if (host.callIds.size > 0)
      log({ level: "error", message, detail: { hostPid: host.pid, calls: host.callIds.size, lastWords } });
    for (const request of requests.values())
      if (request.host === host) request.reject(new PlatformError("call-host-unavailable", { detail: message }));
    for (const callId of [...host.callIds]) endForDeadHost(callId);
  }

  function endForDeadHost(callId: string): void {
    const call = calls.get(callId);
    if (!call) return;
    const endedReason = call.endedReason ?? ENDED_REASONS.workerDied;
    const endedAtMs = Date.now();
    const atMs = call.startedAtMs === undefined ? 0 : endedAtMs - call.startedAtMs;
    options.onEvents(callId, [{ seq: call.nextSeq, atMs, type: "call.ended", payload: { endedReason } }]);
    finish({ callId, endedReason, endedAtMs, hasRecording: call.recordingPath !== undefined && existsSync(call.recordingPath) });
  }

  function request(message: RequestOf<"offer"> | RequestOf<"restart"> | RequestOf<"leave">): Promise<Reply> {
    const call = calls.get(message.callId);
    if (!call) return Promise.reject(new PlatformError("call-not-joinable"));
    const requestId = String(nextRequest++);
    return new Promise<Reply>((resolve, reject) => {
      const timer = setTimeout(() => {
        requests
          .get(requestId)
          ?.reject(new PlatformError("call-host-unavailable", { detail: "the call host did not answer in time." }));
      }, REQUEST_TIMEOUT_MS);
      const settle = () => {
        clearTimeout(timer);
        requests.delete(requestId);
      };
      requests.set(requestId, {
        host: call.host,
        resolve(reply) {
          settle();
          resolve(reply);
        },
        reject(error) {
          settle();
          reject(error);
        },
      });
      call.host.send({ ...message, requestId });
    });
  }

  async function ask(message: RequestOf<"offer"> | RequestOf<"restart">): Promise<Extract<Reply, { type: "answer" }>> {
    const reply = await request(message);
    if (reply.type !== "answer") throw new Error(`a host answered an offer with '${reply.type}'`);
    return reply;
  }

  return {
    async warm() {
      if (usable().length === 0) startHost();
      const [first] = usable();
      if (first) await whenReady(first);
    },

    async start(spec) {
      const host = place();
      host.callIds.add(spec.callId);
      startSpareWhenFull();
      try {
        await whenReadyInTime(host);
      } catch (error) {
        host.callIds.delete(spec.callId);
        throw error;
      }
      calls.set(spec.callId, { host, recordingPath: spec.recordingPath, nextSeq: 0, offers: new OfferRate(now) });
      host.send({ type: "start-call", ...spec });
    },

    async offer(callId, sdp) {
      requireOfferRate(calls.get(callId)?.offers);
      const { session, sdp: answer } = await ask({ type: "offer", callId, sdp });
      return { session, sdp: answer };
    },

    async restart(callId, session, sdp) {
      return (await ask({ type: "restart", callId, session, sdp })).sdp;
    },

    async leave(callId, session) {
      const reply = await request({ type: "leave", callId, session }).catch(() => undefined);
      return reply?.type === "left" && reply.callGoesOn;
    },

    control(callId, message, by) {
      return calls.get(callId)?.host.send({ type: "control", callId, message, by }) ?? false;
    },

    end(callId, endedReason) {
      const call = calls.get(callId);
      if (!call || call.endedReason !== undefined) return;
      call.endedReason = endedReason;
      call.endTimer = setTimeout(() => call.host.kill(), END_TIMEOUT_MS);
      call.host.send({ type: "end-call", callId, endedReason });
    },

    get calls() {
      return usable().reduce((sum, host) => sum + host.callIds.size, 0);
    },

    get hostPids() {
      return [...hosts].flatMap((host) => host.pid ?? []);
    },

    async close(endedReason) {
      closed = true;
      for (const call of calls.values()) call.endedReason ??= endedReason;
      const gone = [...hosts].map((host) => host.gone);
      for (const host of hosts) leave(host, endedReason);
      await Promise.all(gone);
    },
  };
}

/** Fails with `rate-limited`. */
function requireOfferRate(offers: OfferRate | undefined): void {
  const retryAfterSeconds = offers?.take() ?? 0;
  if (retryAfterSeconds === 0) return;
  const parts = { limit: OFFERS_PER_MINUTE, what: "connections", scope: "to this call", retryAfterSeconds };
  throw new PlatformError("rate-limited", parts, { retryAfterSeconds });
}

function explainOfferFailure(fault: OfferFault, message: string): PlatformError {
  switch (fault) {
    case "offer":
      return new PlatformError("validation-failed", {}, { problems: [`sdp ${message}`] });
    case "host":
      return new PlatformError("call-host-unavailable", { detail: message });
    case "ended":
      return new PlatformError("call-not-joinable");
    case "taken-over":
      return new PlatformError("call-taken-over");
    default:
      return fault satisfies never;
  }
}
