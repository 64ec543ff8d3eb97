import {
  type CallOutcome,
  invalid,
  OUTPUT_RUN_MAX_CALLS,
  type OutputPreview,
  type OutputRun,
  type RunStructuredOutput,
} from "@callwright/contract";
import { privacyOf } from "../../platform/compliance/privacy.ts";
import type { Database } from "../../platform/db/connect.ts";
import { present } from "../../platform/db/present.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import type { RunQueue } from "../../platform/jobs/runs.ts";
import { findResource } from "../../platform/resource-kit/resource-store.ts";
import { openRow, sealHeaders } from "../../platform/secrets/sealed-headers.ts";
import { makeOutput } from "../call/analysis/make-output.ts";
import type { JudgeContext } from "../call/analysis/open-judge.ts";
import type { OutputConfig } from "../call/analysis/output-tasks.ts";
import { findCall } from "../call/api/store.ts";
import { storeOutput } from "../call/runtime/call-reports.ts";
import * as store from "./run-store.ts";
import { requireUsable } from "./service.ts";
import { structuredOutput } from "./tables.ts";

export interface OutputRunContext extends JudgeContext {
  newId: () => string;
}

/** Fails with `not-found` (an output or a call) or `validation-failed`. */
export async function runOutput(
  context: OutputRunContext,
  caller: OrgCaller,
  body: RunStructuredOutput,
  queue: RunQueue,
  signal: AbortSignal,
): Promise<OutputRun | OutputPreview> {
  const { key, output } = await outputOf(context, caller, body);
  const { callIds, filter, previewEnabled } = body;
  const ids = callIds && [...new Set(callIds.map((id) => id.toLowerCase()))];
  const max = ids ? ids.length : OUTPUT_RUN_MAX_CALLS.filter;
  if (ids) await requireStoredWords(context.db, caller.orgId, ids);
  const calls = await store.findRunCalls(context.db, caller.orgId, { callIds: ids, filter, max });
  const missing = ids?.find((id) => !calls.includes(id));
  if (missing !== undefined) throw invalid(`callIds must name ended calls; ${missing} is none`);
  const [first] = calls;
  if (previewEnabled && first !== undefined) return preview(context, caller, { key, output }, first, signal);
  return start(context, caller, { key, output, calls }, queue);
}

/** Fails with `validation-failed` for a call whose words are not stored. */
async function requireStoredWords(db: Database, orgId: string, callIds: readonly string[]): Promise<void> {
  const [found] = await store.listPrivateCalls(db, orgId, callIds);
  if (!found) return;
  const rule = privacyOf(found.details.compliance);
  const problem = `callIds must not name ${rule} calls, whose words are not stored; ${found.id} is one`;
  throw invalid(problem);
}

async function outputOf(
  context: OutputRunContext,
  { orgId }: OrgCaller,
  { structuredOutputId, structuredOutput: inline }: RunStructuredOutput,
): Promise<{ key: string; output: OutputConfig }> {
  if (inline) {
    requireUsable(inline);
    return { key: inline.name, output: inline };
  }
  const id = (structuredOutputId ?? "").toLowerCase();
  const row = found(await findResource(context.db, orgId, { table: structuredOutput }, id), "Structured output");
  return { key: row.id, output: openRow(context, structuredOutput, row).config as unknown as OutputConfig };
}

async function preview(
  context: OutputRunContext,
  { orgId }: OrgCaller,
  what: { key: string; output: OutputConfig },
  callId: string,
  signal: AbortSignal,
): Promise<OutputPreview> {
  const row = found(await findCall(context, orgId, callId), "Call");
  const { structuredOutputs, skippedStructuredOutputs: skipped } = await makeOutput(context, row, what, signal);
  return { ...structuredOutputs, ...(Object.keys(skipped).length > 0 && { skipped }) };
}

async function start(
  context: OutputRunContext,
  { orgId }: OrgCaller,
  { key, output, calls }: { key: string; output: OutputConfig; calls: readonly string[] },
  queue: RunQueue,
): Promise<OutputRun> {
  const { db, newId, now } = context;
  const id = newId();
  const stored = sealHeaders(context, structuredOutput, id, output) as unknown as Record<string, unknown>;
  const isEmpty = calls.length === 0;
  const row: store.RunRow = {
    id,
    orgId,
    createdAt: now(),
    outputKey: key,
    output: stored,
    total: calls.length,
    status: isEmpty ? "completed" : "queued",
    endedAt: isEmpty ? now() : null,
  };
  await db.transaction(async (tx) => {
    await store.insertRun(tx, row, calls);
    if (!isEmpty) await queue.add(tx, { orgId, id });
  });
  queue.wake();
  return toRun(row, NOTHING_YET);
}

export async function listRuns({ db }: Pick<OutputRunContext, "db">, { orgId }: OrgCaller, id: string): Promise<OutputRun[]> {
  const key = id.toLowerCase();
  found(await findResource(db, orgId, { table: structuredOutput }, key), "Structured output");
  const rows = await store.listRuns(db, orgId, key);
  return toRuns(db, rows);
}

/** Without effect on a run that has ended. */
export async function cancelRun(
  { db, now }: Pick<OutputRunContext, "db" | "now">,
  { orgId }: OrgCaller,
  { id: outputId, runId }: { id: string; runId: string },
): Promise<OutputRun> {
  const key = outputId.toLowerCase();
  found(await findResource(db, orgId, { table: structuredOutput }, key), "Structured output");
  const known = await store.findRun(db, orgId, runId.toLowerCase());
  const { id } = found(known?.outputKey === key ? known : undefined, "Run");
  await store.changeRun(db, id, { status: "canceled", endedAt: now() });
  const [run] = await toRuns(db, [found(await store.findRun(db, orgId, id), "Run")]);
  if (!run) throw new Error("a row has no run");
  return run;
}

/** Calls of a run that are read at a time, and those that are made at the same time. */
const READ_TOGETHER = 20;
const MADE_TOGETHER = 4;

/** Makes the output of the calls that wait. A repeated run continues where the last one ended. */
export async function carryOutRun(
  context: JudgeContext,
  { orgId, id }: { orgId: string; id: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, now, secrets } = context;
  for (;;) {
    signal.throwIfAborted();
    const run = await store.findRun(db, orgId, id);
    if (!run || !(await store.changeRun(db, id, { status: "running" }))) return;
    const waiting = await store.listWaitingCalls(db, id, READ_TOGETHER);
    if (waiting.length === 0) return void (await store.changeRun(db, id, { status: "completed", endedAt: now() }));
    // Sealed for the run's id.
    const { output } = openRow({ secrets }, structuredOutput, run);
    const what = { key: run.outputKey, output: output as unknown as OutputConfig };
    const worker = async () => {
      for (let callId = waiting.shift(); callId !== undefined; callId = waiting.shift())
        await makeOfCall(context, { orgId, runId: id, callId, ...what }, signal);
    };
    await Promise.all(Array.from({ length: MADE_TOGETHER }, worker));
  }
}

async function makeOfCall(
  context: JudgeContext,
  { orgId, runId, callId, key, output }: { orgId: string; runId: string; callId: string; key: string; output: OutputConfig },
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = context;
  const row = await findCall(context, orgId, callId);
  if (!row) return void (await store.markCall(db, runId, callId, "skipped"));
  const outcome = await makeOutput(context, row, { key, output }, signal);
  await db.transaction(async (tx) => {
    if (await store.markCall(tx, runId, callId, statusOf(outcome, key)))
      await storeOutput(tx, { callId, key, found: outcome, now: now() });
  });
}

function statusOf({ structuredOutputs, skippedStructuredOutputs }: CallOutcome, key: string): store.RunCallStatus {
  if (key in skippedStructuredOutputs) return "skipped";
  return structuredOutputs[key]?.error === undefined ? "done" : "failed";
}

const NOTHING_YET = { done: 0, failed: 0, skipped: 0 };

async function toRuns(db: Database, rows: readonly store.RunRow[]): Promise<OutputRun[]> {
  const counts = await store.countCalls(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toRun(row, counts.get(row.id) ?? NOTHING_YET));
}

function toRun({ id, createdAt, endedAt, status, total }: store.RunRow, counts: typeof NOTHING_YET): OutputRun {
  const made = counts.done + counts.failed + counts.skipped;
  const message = `${made} of ${total} calls.`;
  return { ...present({ id, createdAt, status, total, endedAt }), ...counts, message };
}
