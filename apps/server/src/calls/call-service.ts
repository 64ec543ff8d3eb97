import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  CALL_LEASE_MS,
  CALL_LEASE_RENEW_MS,
  type CallEvent,
  type CreateAssistant,
  ENDED_REASONS,
  JOIN_TIMEOUT_MS,
  PlatformError,
} from "@callwright/contract";
import {
  type CallEnd,
  type CallHostPool,
  type CallHostPoolOptions,
  createCallHostPool,
  type PartialLine,
} from "@callwright/engine";
import { loggableCause } from "../db/database-retry.ts";
import { call as callsTable } from "../db/schema.ts";
import { openRow, sealHeaders } from "../sealed-headers.ts";
import type { ServerContext } from "../server-context.ts";
import type { AdmittedVisitor } from "../visitors/admit-visitor.ts";
import { callHostPoolOptions } from "./call-host-pool-options.ts";
import { createCallLedger } from "./call-ledger.ts";
import type { CallCommand } from "./command-store.ts";
import { createCommandTaker } from "./command-taker.ts";
import { type HostedCall, newHostedCall } from "./hosted-call.ts";
import {
  type CallRow,
  findCallRow,
  insertQueued,
  markEnded,
  type NewCallRow,
  removeQueued,
  renewLeases,
} from "./lifecycle-store.ts";
import { createLiveLines, type LiveListener } from "./live-lines.ts";
import { createCallRecovery } from "./recover-calls.ts";
import { hashRoomSecret, newRoomSecret } from "./room-secret.ts";
import { createSpool } from "./spool.ts";
import { createVideoRecordings } from "./video-recordings.ts";

/** What a resource knows of a call it wants: who answers, for whom. */
export interface CallRequest {
  orgId: string;
  assistant: CreateAssistant;
  variableValues: Record<string, unknown>;
  /** Keys of the organisation's credentials by provider id. They go to the call's host and nowhere else. */
  orgKeys?: Record<string, string>;
  /** Texts of the assistant's files. */
  knowledge?: string[];
  /** The call waits `REJOIN_TIMEOUT_MS` for a caller who left. Default false: it ends with the caller's leaving. */
  callerMayReturn?: boolean;
  /** Who calls with a public token. */
  visitor?: AdmittedVisitor | null;
  /** What else its row says. */
  fields: Pick<NewCallRow, "type" | "assistantId" | "assistantVersion" | "assistantOverrides">;
}

export interface CallService {
  /** Ends what an earlier start left open, and begins to renew leases. */
  open(): Promise<void>;
  /** Starts a call host ahead of the first call. Fails with `call-host-unavailable`. */
  warm(): Promise<void>;
  /**
   * Stores a queued call and gives it a host. `secret` opens its room and is told to nobody else.
   * Fails with `at-capacity` or `call-host-unavailable`; then there is no call.
   */
  create(request: CallRequest): Promise<{ row: CallRow; secret: string }>;
  /**
   * Answers an offer with a session, the first or another: the newest one that gets connected is the caller's.
   * Fails with `call-not-joinable`, `validation-failed` (the SDP) or `call-host-unavailable`.
   */
  answer(callId: string, sdp: string): Promise<{ session: number; sdp: string }>;
  /** Answers an offer of a session's connection over another path (ICE restart). Fails like `answer`, or with `call-taken-over`. */
  restart(callId: string, session: number, sdp: string): Promise<string>;
  /** The session's caller hangs up. Resolves when the call goes on without it, or like `end`. */
  leave(callId: string, session: number): Promise<void>;
  /** Nobody will join. Without effect on a call that somebody has joined. */
  giveBack(callId: string): Promise<void>;
  /**
   * Takes piece `index` of the call's video recording, whose bytes `read` is asked for when they are expected; `isLast` completes it.
   * Fails with `recording-closed`, `recording-chunk-missing`, `recording-full`, `recording-busy` or `rate-limited`, or as `read` does.
   */
  film(callId: string, index: number, read: () => Promise<Uint8Array>, isLast: boolean): Promise<void>;
  /** Ends a call, wherever it is hosted; resolves when its row says so, or after 10 s. */
  end(callId: string, endedReason: string): Promise<void>;
  /**
   * Carries out what supervisors have sent into the calls of this node. To be called when there may be something: without ids, in any of
   * them. Whatever that missed is found by `tick`.
   */
  takeCommands(callIds?: readonly string[] | null): Promise<void>;
  /** What is being said in a call right now, and is no event yet; undefined when another node hosts it. */
  liveLines(callId: string): readonly PartialLine[] | undefined;
  /** From now on tells whenever `liveLines` of a call has changed. */
  onLiveLines(listener: LiveListener): void;
  /** Renews leases, ends calls that nobody joined and calls whose node died. Runs by itself every `CALL_LEASE_RENEW_MS`. */
  tick(): Promise<void>;
  /** Ends every call of this node with `worker-shutdown`, stores what there is to store, and stops the hosts. Answers how many calls that were. */
  close(): Promise<number>;
}

export interface CallServiceOptions {
  /** Default: real call hosts. */
  createPool?: (options: CallHostPoolOptions) => CallHostPool;
  /** How often `tick` runs by itself. Default `CALL_LEASE_RENEW_MS`. */
  tickEveryMs?: number;
}

/** How long an orderly end may take; a call host that hangs is killed before. */
const END_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 10;
const LIMIT_SCOPES = { org: "of this organisation", token: "of this token", visitor: "of your address" };

export function createCallService(context: ServerContext, options: CallServiceOptions = {}): CallService {
  const { config, db, log, now } = context;
  const nodeId = context.newId();
  const spool = createSpool(path.join(config.dataDir, "spool"), nodeId);
  const giveUp = new AbortController();
  const hosted = new Map<string, HostedCall>();
  const live = createLiveLines();
  const pool = (options.createPool ?? createCallHostPool)({
    ...callHostPoolOptions(config, log),
    onJoined: (callId, startedAtMs) => joined(callId, startedAtMs),
    onEvents: (callId, batch) => happened(callId, batch),
    onPartial: (callId, lines) => {
      const call = hosted.get(callId);
      if (call) live.heard(call.orgId, callId, lines);
    },
    onEnded: (end) => ended(end),
  });
  const ledger = createCallLedger({
    context,
    nodeId,
    spool,
    signal: giveUp.signal,
    onJoinRefused: (callId) => pool.end(callId, ENDED_REASONS.workerDied),
    onClosed: release,
  });
  const videos = createVideoRecordings({ now, onClosed: ledger.filmed });
  const recovery = createCallRecovery({ ...context, spool, isHosted: (callId) => hosted.has(callId), signal: giveUp.signal });
  const placed = () => [...hosted.values()].filter(({ isPlaced }) => isPlaced).map(({ callId }) => callId);
  const commands = createCommandTaker({ db, log, now, callIds: placed, carryOut });
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let isClosed = false;

  const leaseEnd = () => new Date(now().getTime() + CALL_LEASE_MS);

  function joined(callId: string, startedAtMs: number): void {
    const call = hosted.get(callId);
    if (call?.status !== "queued") return;
    call.status = "in-progress";
    ledger.joined(call, startedAtMs);
    log.info({ callId }, "call joined");
  }

  function happened(callId: string, batch: CallEvent[]): void {
    const call = hosted.get(callId);
    if (call) ledger.happened(call, batch);
  }

  function ended(end: CallEnd): void {
    const call = hosted.get(end.callId);
    if (!call || call.status === "ending") return;
    call.status = "ending";
    videos.callEnded(end.callId);
    live.forget(call.orgId, call.callId);
    ledger.ended(call, end);
    log.info({ callId: end.callId, endedReason: end.endedReason }, "call ended");
  }

  function release(call: HostedCall): void {
    call.status = "ended";
    hosted.delete(call.callId);
    call.markEnded();
  }

  async function admit(newRow: NewCallRow): Promise<CallRow> {
    const limits = {
      org: config.orgConcurrentCalls,
      token: config.publicTokenConcurrentCalls,
      visitor: config.visitorConcurrentCalls,
    };
    const row = await insertQueued(db, sealHeaders(context, callsTable, newRow.id, newRow), limits);
    if (typeof row !== "string") return openRow(context, callsTable, row);
    throw new PlatformError(
      "at-capacity",
      { limit: limits[row], scope: LIMIT_SCOPES[row], retryAfterSeconds: RETRY_AFTER_SECONDS },
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  async function place(call: HostedCall, request: CallRequest): Promise<void> {
    const { assistant, variableValues, orgKeys = {}, knowledge = [], callerMayReturn = false } = request;
    const { callId, orgId } = call;
    const recording = call.isRecorded ? { recordingPath: spool.recordingPath(nodeId, callId, "sound") } : {};
    hosted.set(callId, call);
    if (assistant.artifactPlan?.videoRecordingEnabled) videos.expect(call, spool.recordingPath(nodeId, callId, "video"));
    try {
      const caller = {
        callerMayReturn,
        isVisitor: request.visitor != null,
        callerMayInstruct: request.visitor?.mayInstruct ?? true,
      };
      await pool.start({ callId, orgId, assistant, variableValues, orgKeys, knowledge, ...caller, ...recording });
    } catch (error) {
      release(call);
      videos.forget(callId);
      // If this fails too, the row's lease runs out.
      await removeQueued(db, callId).catch((cause: unknown) =>
        log.warn({ callId, err: loggableCause(cause) }, "a refused call stays queued"),
      );
      throw error;
    }
    call.isPlaced = true;
    // Somebody may have steered it already, or told it to end, while its host was starting.
    void commands.take();
    if (call.endedReason !== undefined) pool.end(callId, call.endedReason);
  }

  function carryOut({ callId, message, sentBy }: CallCommand): void {
    pool.control(callId, message, sentBy);
    const call = hosted.get(callId);
    // A host that hangs is killed then.
    if (message.type === "end-call" && call) endHosted(call, ENDED_REASONS.manuallyCanceled);
  }

  function endHosted(call: HostedCall, endedReason: string): void {
    call.endedReason ??= endedReason;
    pool.end(call.callId, call.endedReason);
  }

  async function end(callId: string, endedReason: string): Promise<void> {
    const call = hosted.get(callId);
    if (!call) {
      // Hosted elsewhere: its node sees it at the next renewal of the lease, and tells the host.
      await markEnded(db, callId, { endedAt: now(), endedReason }, now());
      return;
    }
    endHosted(call, endedReason);
    await Promise.race([call.ended, delay(END_WAIT_MS, undefined, { ref: false })]);
  }

  /** Fails with `call-not-joinable` or `call-host-unavailable`. */
  function joinable(callId: string): HostedCall {
    const call = hosted.get(callId);
    if (!call)
      throw new PlatformError("call-host-unavailable", { detail: "another node holds the call. Set NODE_URL on every node." });
    if (call.status === "ending" || call.endedReason !== undefined) throw new PlatformError("call-not-joinable");
    return call;
  }

  async function keepLeases(): Promise<void> {
    const open = [...hosted.values()].filter(({ status }) => status === "queued" || status === "in-progress");
    const renewed = await renewLeases(db, nodeId, [...hosted.keys()], leaseEnd());
    for (const call of open) if (!renewed.has(call.callId)) await followRow(call);
  }

  /** Another node ended it: on request, or because this one could not renew its lease. */
  async function followRow(call: HostedCall): Promise<void> {
    const row = await findCallRow(db, call.callId);
    if (row?.status === "ended") endHosted(call, row.endedReason ?? ENDED_REASONS.workerDied);
  }

  function endUnjoined(): void {
    const createdBefore = now().getTime() - JOIN_TIMEOUT_MS;
    for (const call of hosted.values()) {
      if (call.status !== "queued" || call.createdAtMs > createdBefore) continue;
      endHosted(call, call.wasOffered ? ENDED_REASONS.transportNeverConnected : ENDED_REASONS.customerDidNotAnswer);
    }
  }

  async function tick(): Promise<void> {
    endUnjoined();
    await keepLeases();
    videos.tick();
    await commands.take();
    await recovery.run();
  }

  return {
    async open() {
      await spool.open();
      await tick();
      timer = setInterval(() => {
        ticking ??= tick()
          .catch((error: unknown) => log.warn({ err: loggableCause(error) }, "leases of calls could not be renewed"))
          .finally(() => {
            ticking = undefined;
          });
      }, options.tickEveryMs ?? CALL_LEASE_RENEW_MS);
      timer.unref();
    },

    warm: () => pool.warm(),

    async create(request) {
      if (isClosed) throw new PlatformError("call-host-unavailable", { detail: "the server is shutting down." });
      const secret = newRoomSecret();
      const createdAt = now();
      const row = await admit({
        ...request.fields,
        id: context.newId(),
        orgId: request.orgId,
        createdAt,
        updatedAt: createdAt,
        status: "queued",
        assistant: request.assistant,
        roomSecretHash: hashRoomSecret(secret),
        tokenId: request.visitor?.tokenId,
        visitorHash: request.visitor?.addressHash,
        nodeId,
        leaseExpiresAt: leaseEnd(),
      });
      const isRecorded = request.assistant.artifactPlan?.recordingEnabled ?? true;
      const call = newHostedCall({ callId: row.id, orgId: row.orgId, createdAtMs: createdAt.getTime(), isRecorded });
      await place(call, request);
      return { row, secret };
    },

    async answer(callId, sdp) {
      const call = joinable(callId);
      const answer = await pool.offer(callId, sdp);
      call.wasOffered = true;
      return answer;
    },

    async restart(callId, session, sdp) {
      return pool.restart(joinable(callId).callId, session, sdp);
    },

    async leave(callId, session) {
      if (!(await pool.leave(callId, session))) await end(callId, ENDED_REASONS.customerEndedCall);
    },

    async giveBack(callId) {
      if (hosted.get(callId)?.status !== "in-progress") await end(callId, ENDED_REASONS.customerEndedCall);
    },

    film: videos.append,

    end,

    async takeCommands(callIds) {
      if (!callIds || callIds.some((id) => hosted.has(id))) await commands.take();
    },

    liveLines: (callId) => (hosted.has(callId) ? live.of(callId) : undefined),

    onLiveLines: live.listen,

    tick,

    async close() {
      isClosed = true;
      clearInterval(timer);
      await ticking;
      const open = [...hosted.values()];
      await pool.close(ENDED_REASONS.workerShutdown);
      const stored = Promise.all(open.map(({ ended }) => ended));
      const filmed = videos.close();
      await Promise.race([Promise.all([stored, filmed]), delay(END_WAIT_MS, undefined, { ref: false })]);
      giveUp.abort();
      await Promise.all([filmed, recovery.close(), ...open.map(({ writes }) => writes)]);
      await spool.close(nodeId);
      return open.length;
    },
  };
}
