import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CALL_LEASE_RENEW_MS, type CallEvent, ENDED_REASONS, type PartialLine } from "@callwright/contract";
import {
  type CallEnd,
  type CallHostPool,
  type CallHostPoolOptions,
  type LoopDelay,
  type PhoneScript,
  ProcessPool,
} from "@callwright/engine";
import type { RecordingKind } from "../../../platform/blobs/blob-key.ts";
import { redactOpenLines } from "../../../platform/compliance/redact-values.ts";
import type { Config } from "../../../platform/config/config.ts";
import { speechFolder } from "../../../platform/config/data-dir.ts";
import type { Logger } from "../../../platform/config/logger.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { NO_SERVER_MESSAGES, type ServerMessages } from "../../webhook/server-messages.ts";
import { admitCall } from "./admit-call.ts";
import { CallConnections } from "./call-connections.ts";
import { CallIntake } from "./call-intake.ts";
import { CallLeases } from "./call-leases.ts";
import { type CallLedger, createCallLedger } from "./call-ledger.ts";
import { CallListeners } from "./call-listeners.ts";
import { CallPhones } from "./call-phones.ts";
import { type CallReports, NO_CALL_REPORTS } from "./call-reports.ts";
import type { CallRequest } from "./call-request.ts";
import { CallTools } from "./call-tools.ts";
import { type CallCommand, openCommand } from "./command-store.ts";
import { createCommandTaker } from "./command-taker.ts";
import { countStates, type HostedCall, newHostedCall, specOf } from "./hosted-call.ts";
import { type CallRow, countVideoBytes, giveBackQueued } from "./lifecycle-store.ts";
import { createLiveLines, type LiveListener } from "./live-lines.ts";
import { NO_PRIVATE_CALLS, type PrivateCalls } from "./private-calls.ts";
import { keepingOf, storedFieldsOf } from "./private-row.ts";
import { type CallRecovery, createCallRecovery } from "./recover-calls.ts";
import { hashRoomSecret, newRoomSecret } from "./room-secret.ts";
import { createSpool, type Spool } from "./spool.ts";
import { createVideoRecordings, type VideoRecordings } from "./video-recordings.ts";

export interface CallServiceOptions {
  /** Default: real call hosts. */
  createPool?: (options: CallHostPoolOptions) => CallHostPool;
  /** Default: none are made. */
  messages?: ServerMessages;
  reports?: CallReports;
  privateCalls?: PrivateCalls;
  /** Interval of `tick`. Default `CALL_LEASE_RENEW_MS`. */
  tickEveryMs?: number;
  /** The delay of this process's event loop. Default: never late. */
  loopDelay?: Pick<LoopDelay, "lastingMs">;
}

/** How long a request to end a call waits for its end, and a server that stops for the ends of its calls. */
const END_WAIT_MS = 10_000;

/** The calls that this node hosts, from the queued row to the stored end. */
export class CallService {
  readonly connections: CallConnections;
  readonly phones: CallPhones;
  readonly listeners: CallListeners;
  readonly #context: ServerContext;
  readonly #nodeId: string;
  readonly #tickEveryMs: number;
  readonly #hosted = new Map<string, HostedCall>();
  readonly intake: CallIntake;
  readonly #live = createLiveLines();
  readonly #giveUp = new AbortController();
  readonly #spool: Spool;
  readonly #pool: CallHostPool;
  readonly #ledger: CallLedger;
  readonly #videos: VideoRecordings;
  readonly #leases: CallLeases;
  readonly #recovery: CallRecovery;
  readonly #carryOutPending: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;

  constructor(context: ServerContext, options: CallServiceOptions = {}) {
    const { config, db, log, now } = context;
    const { createPool = (poolOptions) => new ProcessPool(poolOptions), tickEveryMs = CALL_LEASE_RENEW_MS, loopDelay } = options;
    const { messages = NO_SERVER_MESSAGES, reports = NO_CALL_REPORTS, privateCalls = NO_PRIVATE_CALLS } = options;
    const nodeId = context.newId();
    const { signal } = this.#giveUp;
    this.intake = new CallIntake(this.#hosted, () => loopDelay?.lastingMs ?? 0);
    this.#context = context;
    this.#nodeId = nodeId;
    this.#tickEveryMs = tickEveryMs;
    this.#spool = createSpool(path.join(config.dataDir, "spool"), nodeId);
    this.#pool = createPool({
      ...callHostPoolOptions(config, log),
      onJoined: (callId, startedAtMs) => this.#onJoined(callId, startedAtMs),
      onEvents: (callId, batch) => this.#onEvents(callId, batch),
      act: async (callId, ...act) =>
        (await this.#hosted.get(callId)?.tools?.act(...act)) ?? { outcome: { result: "The call has ended.", failed: true } },
      adviseEndpointing: async (callId, customerText) =>
        (await this.#hosted.get(callId)?.askEndpointing?.(customerText, signal)) ?? { problem: "It has no endpointing server." },
      onPartial: (callId, lines) => this.#onPartial(callId, lines),
      onDial: (callId, order) => this.phones.dial(callId, order),
      onHangUpOperator: (callId) => this.phones.hangUpOperator(callId),
      onEnded: (end) => this.#onEnded(end),
    });
    this.#ledger = createCallLedger({
      context,
      nodeId,
      spool: this.#spool,
      messages,
      reports,
      privateCalls,
      signal,
      onJoinRefused: (callId) => this.#pool.end(callId, ENDED_REASONS.workerDied),
      onClosed: (call) => this.#release(call),
    });
    this.connections = new CallConnections(this.#pool, this.#hosted);
    this.listeners = new CallListeners(this.#pool, this.#hosted);
    this.phones = new CallPhones({
      pool: this.#pool,
      ledger: this.#ledger,
      connections: this.connections,
      hosted: this.#hosted,
      log,
      end: (...ending) => this.end(...ending),
    });
    this.#videos = createVideoRecordings({
      now,
      onClosed: this.#ledger.storeVideo,
      orgMaxBytes: config.orgVideoMaxBytes,
      storedBytes: (orgId) => countVideoBytes(db, orgId),
    });
    this.#leases = new CallLeases({
      db,
      now,
      nodeId,
      hosted: this.#hosted,
      end: (call, ...ending) => this.#endHosted(call, ...ending),
    });
    const isHosted = (callId: string) => this.#hosted.has(callId);
    this.#recovery = createCallRecovery({ ...context, nodeId, spool: this.#spool, messages, reports, isHosted, signal });
    const callIds = () => [...this.#hosted.values()].filter(({ isPlaced }) => isPlaced).map(({ callId }) => callId);
    this.#carryOutPending = createCommandTaker({ db, log, now, callIds, carryOut: (command) => this.#carryOut(command) });
  }

  /** Ends calls that an earlier start of this server left open, and begins to renew leases. */
  async open(): Promise<void> {
    await this.#spool.open();
    await this.tick();
    const { log } = this.#context;
    this.#timer = setInterval(() => {
      this.#ticking ??= this.#renew()
        .catch((err: unknown) => log.warn({ err }, "leases of calls could not be renewed"))
        .finally(() => {
          this.#ticking = undefined;
        });
      // Beside it: to end the many calls of a dead node may take longer than a lease lasts.
      this.#recovery.run().catch((err: unknown) => log.warn({ err }, "calls of dead nodes could not be ended"));
    }, this.#tickEveryMs);
    this.#timer.unref();
  }

  /** Starts a call host ahead of the first call. Fails with `call-host-unavailable`. */
  warm(): Promise<void> {
    return this.#pool.warm();
  }

  /**
   * Stores a queued call and places it on a host. `secret` opens its room and is given only to the creator.
   * Fails with `at-capacity` or `call-host-unavailable`, or as `claim` does; no call is stored then, unless it was ended meanwhile.
   */
  async create(request: CallRequest): Promise<{ row: CallRow; secret: string }> {
    this.intake.requireOpen();
    const { newId, now } = this.#context;
    const secret = newRoomSecret();
    const createdAt = now();
    const { id = newId() } = request;
    // Runs before the call is stored, so that a mistake stores nothing.
    const askEndpointing = await request.openEndpointing?.(id);
    const opened = await request.openTools?.(id);
    const tools = opened && new CallTools(opened, this.#giveUp.signal);
    const { onEvents } = request;
    const newRow = {
      ...storedFieldsOf(request),
      id,
      orgId: request.orgId,
      createdAt,
      updatedAt: createdAt,
      status: "queued" as const,
      roomSecretHash: hashRoomSecret(secret),
      tokenId: request.visitor?.tokenId,
      visitorHash: request.visitor?.addressHash,
      nodeId: this.#nodeId,
      nodeUrl: this.#context.config.nodeUrl,
      leaseExpiresAt: this.#leases.end,
    };
    const keeping = keepingOf(id, request);
    const isRecorded = keeping.isRecorded || keeping.isVideoRecorded;
    const row = await admitCall(this.#context, newRow, { ...request, isRecorded }).catch(async (error: unknown) => {
      await tools?.close();
      throw error;
    });
    const own = { tools, askEndpointing, dialOperator: request.dialOperator, onEvents };
    await this.#place(newHostedCall({ row, ...keeping, ...own }), request);
    return { row, secret };
  }

  /** The far end of a phone call is a script. No effect on an ended call. */
  play(callId: string, script: PhoneScript): void {
    this.#pool.play(callId, script);
  }

  /** How late the event loops of this node's call hosts are, in milliseconds. See `CallHostPool`. */
  get hostLoopDelayMs(): number {
    return this.#pool.loopDelayMs;
  }

  /** The calls of this node, by state, and its call host processes. */
  load() {
    return { calls: countStates(this.#hosted.values()), hosts: this.#pool.hostPids.length, isDraining: !this.intake.isOpen };
  }

  /** Resolves when the row of a call that this node hosts says ended; at once for another call. */
  async whenEnded(callId: string): Promise<void> {
    await this.#hosted.get(callId)?.ended;
  }

  /** The session's caller hangs up. Resolves when the call goes on without the session, or like `end`. */
  async leave(callId: string, session: number): Promise<void> {
    if (!(await this.#pool.leave(callId, session))) await this.end(callId, ENDED_REASONS.customerEndedCall);
  }

  /** Ends a call that was not joined yet. Has no effect on a joined call. */
  async cancel(callId: string): Promise<void> {
    if (this.#hosted.get(callId)?.status !== "in-progress") await this.end(callId, ENDED_REASONS.customerEndedCall);
  }

  /**
   * Appends piece `index` of the call's video recording; `isLast` completes the recording. `read` is called only when the piece is expected.
   * Fails as `VideoRecordings.append` does.
   */
  appendVideo(callId: string, index: number, read: () => Promise<Uint8Array>, isLast: boolean): Promise<void> {
    return this.#videos.append(callId, index, read, isLast);
  }

  /** Ends a call on any node; resolves when its row says so, or after 10 s. `message` says more than the reason. */
  async end(callId: string, endedReason: string, message?: string): Promise<void> {
    const call = this.#hosted.get(callId);
    if (!call) {
      // Another node hosts the call. That node reads the row when it renews its lease, and ends the call on the host.
      await this.#ledger.endElsewhere(callId, endedReason);
      return;
    }
    this.#endHosted(call, endedReason, message);
    await Promise.race([call.ended, delay(END_WAIT_MS, undefined, { ref: false })]);
  }

  /** Carries out pending commands of supervisors if one of `callIds` is hosted here; without ids, always. `tick` does the same. */
  async takeCommands(callIds?: readonly string[] | null): Promise<void> {
    if (!callIds || callIds.some((id) => this.#hosted.has(id))) await this.#carryOutPending();
  }

  /** Lines of a call that are not events yet; undefined when another node hosts the call. */
  liveLines(callId: string): readonly PartialLine[] | undefined {
    return this.#hosted.has(callId) ? this.#live.of(callId) : undefined;
  }

  /** Calls `listener` whenever `liveLines` of a call has changed. */
  onLiveLines(listener: LiveListener): void {
    this.#live.listen(listener);
  }

  /** Renews leases, ends calls that nobody joined and calls whose node died. Runs every `tickEveryMs`. */
  async tick(): Promise<void> {
    await this.#renew();
    await this.#recovery.run();
  }

  /** Ends every call of this node with `worker-shutdown`, stores them, and stops the hosts. Answers how many calls were open. */
  async close(): Promise<number> {
    this.intake.close();
    clearInterval(this.#timer);
    await this.#ticking;
    const open = [...this.#hosted.values()];
    await this.#pool.close(ENDED_REASONS.workerShutdown);
    const stored = Promise.all(open.map(({ ended }) => ended));
    const videosStored = this.#videos.close();
    const reported = stored.then(() => this.#ledger.reported());
    await Promise.race([Promise.all([reported, videosStored]), delay(END_WAIT_MS, undefined, { ref: false })]);
    this.#giveUp.abort();
    const toolsClosed = open.map(({ tools }) => tools?.close());
    await Promise.all([
      videosStored,
      this.#ledger.reported(),
      this.#recovery.close(),
      ...toolsClosed,
      ...open.map(({ writes }) => writes),
    ]);
    await this.#spool.close(this.#nodeId);
    return open.length;
  }

  async #renew(): Promise<void> {
    await this.#leases.tick();
    this.#videos.tick();
    await this.#carryOutPending();
  }

  async #place(call: HostedCall, request: CallRequest): Promise<void> {
    const { callId } = call;
    const pathOf = (kind: RecordingKind) => this.#spool.recordingPath(this.#nodeId, callId, kind);
    this.#hosted.set(callId, call);
    if (call.isVideoRecorded && request.fields.type === "webCall") this.#videos.expect(call, pathOf("video"));
    try {
      await this.#pool.start({
        ...specOf(call, request),
        ...(call.isRecorded && { recordingPath: pathOf("sound") }),
      });
    } catch (error) {
      await this.#unplace(call);
      throw error;
    }
    call.isPlaced = true;
    // While the host was starting, commands may have arrived, and the call may have ended.
    void this.#carryOutPending();
    if (call.endedReason !== undefined) this.#pool.end(callId, call.endedReason, call.endedMessage);
  }

  async #unplace(call: HostedCall): Promise<void> {
    const { db, log, now } = this.#context;
    const { callId, endedReason, endedMessage: message } = call;
    this.#videos.forget(callId);
    if (endedReason !== undefined) {
      // The call was ended while it waited for a host, which would otherwise have stored this.
      const ended = { endedReason, ...(message !== undefined && { message }) };
      this.#onEvents(callId, [{ seq: 0, atMs: 0, type: "call.ended", payload: ended }]);
      this.#onEnded({ callId, ...ended, endedAtMs: now().getTime(), hasRecording: false });
      return call.ended;
    }
    this.#release(call);
    // If this fails too, the row's lease runs out.
    await giveBackQueued(db, callId, now()).catch((err: unknown) => log.warn({ callId, err }, "a refused call stays queued"));
  }

  #onJoined(callId: string, startedAtMs: number): void {
    const call = this.#hosted.get(callId);
    if (call?.status !== "queued") return;
    call.status = "in-progress";
    this.#videos.joined(callId);
    this.#ledger.joined(call, startedAtMs);
    this.#context.log.info({ callId }, "call joined");
  }

  #onEvents(callId: string, batch: CallEvent[]): void {
    const call = this.#hosted.get(callId);
    if (call) this.#ledger.happened(call, batch);
  }

  #onPartial(callId: string, lines: PartialLine[]): void {
    const call = this.#hosted.get(callId);
    if (call) this.#live.heard(call.orgId, callId, redactOpenLines(lines, call.redactedKinds));
  }

  #onEnded(end: CallEnd): void {
    const { callId, endedReason } = end;
    const call = this.#hosted.get(callId);
    if (!call || call.status === "ending") return;
    call.status = "ending";
    this.phones.hangUpOperator(callId);
    this.listeners.ended(callId);
    this.#videos.callEnded(callId);
    this.#live.forget(call.orgId, callId);
    this.#ledger.ended(call, end);
    this.#context.log.info({ callId, endedReason }, "call ended");
  }

  #release(call: HostedCall): void {
    call.status = "ended";
    this.#hosted.delete(call.callId);
    void call.tools?.close();
    call.markEnded();
  }

  #carryOut(command: CallCommand): void {
    const { callId, sentBy } = command;
    const message = openCommand(this.#context.secrets, command);
    this.#pool.control(callId, message, sentBy);
    const call = this.#hosted.get(callId);
    // `end` also gives up a call whose host does not end it.
    if (message.type === "end-call" && call) this.#endHosted(call, ENDED_REASONS.manuallyCanceled);
  }

  #endHosted(call: HostedCall, endedReason: string, message?: string): void {
    if (call.endedReason === undefined) Object.assign(call, { endedReason, endedMessage: message });
    this.#pool.end(call.callId, call.endedReason ?? endedReason, call.endedMessage);
  }
}

/** The settings of call hosts in the server's configuration. */
function callHostPoolOptions(
  config: Config,
  log: Logger,
): Pick<CallHostPoolOptions, "settings" | "serverKeys" | "maxCallsPerHost" | "maxHosts" | "log"> {
  const { iceServers, providerKeys, providerUrls, localModelUrls, allowPrivateAddresses, fakeProviders } = config;
  return {
    settings: {
      ...(config.mediaPortRange ? { portRange: config.mediaPortRange } : {}),
      ...(config.publicIp ? { publicIp: config.publicIp } : {}),
      iceServers,
      providerUrls,
      localModelUrls,
      allowPrivateAddresses,
      fakes: fakeProviders,
      speechFolder: speechFolder(config.dataDir),
    },
    serverKeys: providerKeys,
    maxCallsPerHost: config.callHostMaxCalls,
    maxHosts: config.callHostMax,
    log: ({ level, message, callId, detail }) => log[level]({ callId, ...detail }, message),
  };
}
