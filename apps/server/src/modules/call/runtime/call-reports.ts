import {
  type AnalysisNote,
  CALL_REPORT_MAX_WAIT_MS,
  type CallEvent,
  type CallEventPayload,
  type CallOutcome,
  type MissingPart,
} from "@callwright/contract";
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { RecordingKind } from "../../../platform/blobs/blob-key.ts";
import { isPrivateCall } from "../../../platform/compliance/privacy.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { settleAnalysis } from "../../cost/settle-call.ts";
import type { ArtifactUpload, ServerMessages } from "../../webhook/server-messages.ts";
import { type ArtifactFile, type CallDetails, call } from "../tables.ts";
import {
  appendEvents,
  type CallMetadataRow,
  type CallRow,
  findLastEvent,
  METADATA_COLUMNS,
  setRecording,
} from "./lifecycle-store.ts";

/**
 * What happens to a call after its end:
 *
 * ```
 *   analysis  ended ──▶ waiting ──analyzed──▶ done ◀──analyzed── again
 *                                               └──by a person────▲
 *   files     ended ──▶ waiting ──made──▶ storing ──stored elsewhere, or given up──▶ done
 *                          ▲                              └─▶ a recording that comes later, or a person
 *
 *   analyzed and files made, or 60 s after the end: `report.ready`, and with it the end-of-call-report
 * ```
 */
export interface CallReports {
  /** Begins the analysis, not before `at`, in the transaction that ends the call or finds it ended. Has an effect once. */
  callEnded(tx: Database, callId: string, at: Date): Promise<void>;
  /** Makes further files of a recording, if the call has ended, in the transaction that stores the recording. */
  recordingStored(tx: Database, callId: string): Promise<void>;
  /** The files of an ended call are stored elsewhere now. False when the call has not ended. */
  storeAgain(tx: Database, orgId: string, callId: string): Promise<boolean>;
  /** Begins another analysis of an ended call. False when the call has not ended. */
  analyzeAgain(tx: Database, orgId: string, callId: string, now: Date): Promise<boolean>;
  /** Starts the jobs of committed transactions now. Otherwise they start later. */
  wake(): void;
}

/** Makes none. */
export const NO_CALL_REPORTS: CallReports = {
  callEnded: async () => {},
  recordingStored: async () => {},
  storeAgain: async () => false,
  analyzeAgain: async () => false,
  wake: () => {},
};

/** Work on an ended call. */
export interface CallJob {
  orgId: string;
  callId: string;
}

/** The queues of ended calls. Traces are sent of calls whose assistants have an `observabilityPlan`. */
type CallQueues = Record<"analysis" | "artifacts" | "traces", Pick<JobQueue<CallJob>, "add" | "wake">>;

/** The end of a call with its analysis and its files. */
export function createCallReports(queues: CallQueues): CallReports {
  const { analysis, artifacts, traces } = queues;
  const makeFiles = async (tx: Database, callId: string, which: SQL | undefined) => {
    const [begun] = await tx
      .update(call)
      .set({ artifactState: "waiting" })
      .where(and(eq(call.id, callId), eq(call.status, "ended"), which))
      .returning({ orgId: call.orgId });
    if (begun) await artifacts.add(tx, { orgId: begun.orgId, callId });
    return begun !== undefined;
  };
  return {
    wake() {
      for (const queue of Object.values(queues)) queue.wake();
    },
    recordingStored: async (tx, callId) => void (await makeFiles(tx, callId, isNotNull(call.artifactState))),
    async storeAgain(tx, orgId, callId) {
      const row = await lockCall(tx, callId);
      if (row?.orgId !== orgId) return false;
      const files = row.artifactFiles.map(({ tries: _, failure: __, ...file }) => file);
      await tx.update(call).set({ artifactFiles: files }).where(eq(call.id, callId));
      return makeFiles(tx, callId, undefined);
    },
    async callEnded(tx, callId, at) {
      // Its words are deleted, or its node still has them and makes the report.
      await tx
        .update(call)
        .set({ analysisState: "done" })
        .where(and(eq(call.id, callId), isPrivateCall));
      const dueAt = new Date(at.getTime() + CALL_REPORT_MAX_WAIT_MS);
      const [begun] = await tx
        .update(call)
        .set({ analysisState: "waiting", artifactState: "waiting", reportDueAt: dueAt })
        .where(and(eq(call.id, callId), eq(call.status, "ended"), isNull(call.analysisState)))
        .returning({ orgId: call.orgId, isTraced: sql<boolean>`${call.assistant} -> 'observabilityPlan' is not null` });
      if (!begun) return;
      const job = { orgId: begun.orgId, callId };
      await analysis.add(tx, job, at);
      await artifacts.add(tx, job, at);
      if (begun.isTraced) await traces.add(tx, job, at);
    },
    async analyzeAgain(tx, orgId, callId, now) {
      const begun = await markAgain(tx, orgId, callId);
      if (begun) await analysis.add(tx, { orgId, callId }, now);
      return begun;
    },
  };
}

const TO_ANALYZE = ["waiting", "again"] as const;
type ToAnalyze = (typeof TO_ANALYZE)[number];

export const isToAnalyze = (state: CallRow["analysisState"]): state is ToAnalyze => TO_ANALYZE.some((each) => each === state);

/** Calls with a job in one of the queues. */
const waitingCalls = (isWaiting: SQL) => ({
  list: async (db: Database): Promise<CallJob[]> => db.select({ orgId: call.orgId, callId: call.id }).from(call).where(isWaiting),
  count: (db: Database, orgId: string) => db.$count(call, and(eq(call.orgId, orgId), isWaiting)),
});

export const callsToAnalyze = waitingCalls(inArray(call.analysisState, [...TO_ANALYZE]));
/** Calls whose files are still being made or stored elsewhere. */
export const callsWithOpenFiles = waitingCalls(inArray(call.artifactState, ["waiting", "storing"]));

/** Writes the key of a stored recording into its call's row, and begins to make its further files. False if the row is gone or has a recording. */
export async function nameRecording(
  { db, blobs, now, reports }: Pick<ServerContext, "db" | "blobs" | "now"> & { reports: CallReports },
  callId: string,
  kind: RecordingKind,
  key: string,
): Promise<boolean> {
  const sizeBytes = (await blobs.stat(key))?.sizeBytes ?? 0;
  const isSet = await db.transaction(async (tx) => {
    const wasUnset = await setRecording(tx, callId, { kind, key, sizeBytes }, now());
    if (wasUnset) await reports.recordingStored(tx, callId);
    return wasUnset;
  });
  if (isSet) reports.wake();
  return isSet;
}

/** Calls whose report is overdue. */
export async function listDueReports(db: Database, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from call where report_due_at < ${now.toISOString()}::timestamptz order by report_due_at limit 100`,
  );
  return rows.map(({ id }) => id);
}

async function markAgain(tx: Database, orgId: string, callId: string): Promise<boolean> {
  const changed = await tx
    .update(call)
    .set({ analysisState: sql`case when ${call.analysisState} = 'waiting' then 'waiting' else 'again' end` })
    .where(and(eq(call.orgId, orgId), eq(call.id, callId), eq(call.status, "ended")))
    .returning({ id: call.id });
  return changed.length > 0;
}

interface StoredOutcome {
  callId: string;
  outcome: CallOutcome;
  /** The state of the call when its analysis began; undefined while artifacts are being made. */
  finishes: ToAnalyze | undefined;
  missing: readonly MissingPart[];
  now: Date;
}

/**
 * Stores what an analysis found, and the report if it is due. Has no effect when another node was faster, or when the call is gone. Waits for
 * other writers of the call.
 */
export async function storeOutcome(
  tx: Database,
  messages: ServerMessages,
  { callId, outcome, finishes, missing, now }: StoredOutcome,
): Promise<void> {
  const row = await lockCall(tx, callId);
  if (!row || !isToAnalyze(row.analysisState)) return;
  const isOver = finishes === row.analysisState;
  // The wait for the report is over although parts are still being made.
  const isReady = row.reportDueAt !== null && (finishes === undefined || row.artifactState !== "waiting");
  const changes = { details: withOutcome(row.details, outcome, now), updatedAt: now };
  await tx
    .update(call)
    .set({ ...changes, ...(isOver && { analysisState: "done" }), ...(isReady && { reportDueAt: null }) })
    .where(eq(call.id, callId));
  const done = isOver ? [{ type: "analysis.done" as const, payload: outcome }] : [];
  const ready = isReady ? [readyEvent([...missing, ...missingFiles(row)])] : [];
  const events = await appendAtEnd(tx, row, [...done, ...ready], now);
  // The report has the cost of the analysis, too.
  if (isOver) await settleAnalysis(tx, callId, outcome.usage, now);
  await messages.happened(tx, events);
}

/** Makes the report of a call whose analysis or files do not come in time. */
export async function reportAtLast(tx: Database, messages: ServerMessages, callId: string, now: Date): Promise<void> {
  const row = await lockCall(tx, callId);
  if (row) await report(tx, messages, row, now);
}

interface MadeFiles {
  callId: string;
  files: ArtifactFile[];
  /** The recordings that the files were made from: a later recording may have replaced them. */
  from: Pick<CallRow, "recordingKey" | "videoRecordingKey">;
  recordingKey: string | null;
  recordingBytes: number;
  state: "storing" | "done";
  /** The results of storing files in the organization's storage. */
  uploads: readonly ArtifactUpload[];
  now: Date;
}

/** Stores which files a call has, and sends the report if it waited for them. False if there is more to make. */
export async function storeFiles(
  tx: Database,
  messages: ServerMessages,
  { callId, files, from, recordingKey, recordingBytes, state, uploads, now }: MadeFiles,
): Promise<boolean> {
  const row = await lockCall(tx, callId);
  if (!row) return true;
  if (row.recordingKey !== from.recordingKey || row.videoRecordingKey !== from.videoRecordingKey) return false;
  const changes = { artifactFiles: files, artifactState: state, recordingKey, recordingBytes };
  await tx
    .update(call)
    .set({ ...changes, updatedAt: now })
    .where(eq(call.id, callId));
  await messages.artifactsUploaded(tx, callId, uploads);
  if (!isToAnalyze(row.analysisState)) await report(tx, messages, { ...row, ...changes }, now);
  return true;
}

async function report(tx: Database, messages: ServerMessages, row: CallMetadataRow, now: Date): Promise<void> {
  if (!row.reportDueAt) return;
  await tx.update(call).set({ reportDueAt: null, updatedAt: now }).where(eq(call.id, row.id));
  const analysis = isToAnalyze(row.analysisState)
    ? [{ part: "analysis", reason: NOT_IN_TIME }]
    : missingParts(row.details.analysis?.notes);
  await messages.happened(tx, await appendAtEnd(tx, row, [readyEvent([...analysis, ...missingFiles(row)])], now));
}

const readyEvent = (missing: MissingPart[]) => ({ type: "report.ready" as const, payload: { missing } });

/** The parts that an analysis did not find, by its notes. */
export function missingParts(notes: readonly AnalysisNote[] = []): MissingPart[] {
  return notes.flatMap(({ part, kind, text }) => (kind === "left-out" || kind === "failed" ? [{ part, reason: text }] : []));
}

/** Files of a call that are not made yet, or not in the organization's storage yet. */
export function missingFiles({ artifactState, artifactFiles }: Pick<CallRow, "artifactState" | "artifactFiles">): MissingPart[] {
  if (artifactState === "waiting") return [{ part: "artifact", reason: NOT_IN_TIME }];
  return artifactFiles.flatMap(({ type, failure }) => (failure === undefined ? [] : [{ part: type, reason: failure }]));
}

export const NOT_IN_TIME = `It was not done within ${CALL_REPORT_MAX_WAIT_MS / 1000} s after the call.`;

/** Stores the result of one structured output, in place of an earlier one. False when the call is gone. */
export async function storeOutput(
  tx: Database,
  { callId, key, found, now }: { callId: string; key: string; found: CallOutcome; now: Date },
): Promise<boolean> {
  const row = await lockCall(tx, callId);
  if (!row) return false;
  const {
    structuredOutputs: { [key]: _, ...outputs } = {},
    skippedStructuredOutputs: { [key]: __, ...skipped } = {},
    ...artifact
  } = row.details.artifact ?? {};
  const details = {
    ...row.details,
    artifact: withOutputs(
      artifact,
      { ...outputs, ...found.structuredOutputs },
      { ...skipped, ...found.skippedStructuredOutputs },
      now,
    ),
  };
  await tx.update(call).set({ details, updatedAt: now }).where(eq(call.id, callId));
  const [result, skippedNow] = [found.structuredOutputs[key], found.skippedStructuredOutputs[key]];
  const payload = { key, ...(result && { result }), ...(skippedNow && { skipped: skippedNow }), usage: found.usage };
  await appendAtEnd(tx, row, [{ type: "output.done", payload }], now);
  await settleAnalysis(tx, callId, found.usage, now);
  return true;
}

/** Adds an event about a failure after the end of a call. Has no effect on a deleted call. */
export async function noteFailure(tx: Database, callId: string, failure: CallEventPayload<"failure">, now: Date): Promise<void> {
  const row = await lockCall(tx, callId);
  if (!row) return;
  await tx.update(call).set({ updatedAt: now }).where(eq(call.id, callId));
  await appendAtEnd(tx, row, [{ type: "failure", payload: failure }], now);
}

/** Results of separate output runs stay; an analysis replaces the rest. */
function withOutcome({ analysis: _, artifact = {}, ...details }: CallDetails, outcome: CallOutcome, now: Date): CallDetails {
  const { analysis, structuredOutputs, skippedStructuredOutputs, scorecards } = outcome;
  const { structuredOutputs: before, skippedStructuredOutputs: __, scorecards: ___, ...others } = artifact;
  const known = Object.entries(before ?? {}).filter(([key]) => !(key in skippedStructuredOutputs));
  const outputs = { ...Object.fromEntries(known), ...structuredOutputs };
  const all = { ...withOutputs(others, outputs, skippedStructuredOutputs, now), ...(!isEmpty(scorecards) && { scorecards }) };
  return { ...details, analysis, ...(!isEmpty(all) && { artifact: all }) };
}

type Artifact = NonNullable<CallDetails["artifact"]>;

function withOutputs(
  artifact: Artifact,
  structuredOutputs: CallOutcome["structuredOutputs"],
  skippedStructuredOutputs: CallOutcome["skippedStructuredOutputs"],
  now: Date,
): Artifact {
  return {
    ...artifact,
    ...(!isEmpty(structuredOutputs) && { structuredOutputs, structuredOutputsLastUpdatedAt: now.toISOString() }),
    ...(!isEmpty(skippedStructuredOutputs) && { skippedStructuredOutputs }),
  };
}

const isEmpty = (value: object) => Object.keys(value).length === 0;

async function lockCall(tx: Database, callId: string): Promise<CallMetadataRow | undefined> {
  const [row] = await tx.select(METADATA_COLUMNS).from(call).where(eq(call.id, callId)).for("update");
  return row;
}

type EventBody = { [Type in CallEvent["type"]]: Pick<Extract<CallEvent, { type: Type }>, "type" | "payload"> }[CallEvent["type"]];

/** After the last event of a call, whose row is locked. */
async function appendAtEnd(tx: Database, { id, orgId, startedAt, createdAt }: CallMetadataRow, bodies: EventBody[], now: Date) {
  const last = await findLastEvent(tx, id);
  const next = (last?.seq ?? -1) + 1;
  const atMs = now.getTime() - (startedAt ?? createdAt).getTime();
  const events = bodies.map((body, index) => ({
    callId: id,
    orgId,
    event: { ...body, seq: next + index, atMs } as CallEvent,
  }));
  return appendEvents(tx, events);
}
