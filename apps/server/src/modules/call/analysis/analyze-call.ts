import type { AnalysisNote, CallOutcome, CreateAssistant, MissingPart } from "@callwright/contract";
import { endsWithin } from "../../../platform/config/ends-within.ts";
import { findAssistant } from "../../assistant/store.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import { type CallRow, findCall } from "../api/store.ts";
import { type CallJob, isToAnalyze, missingParts, NOT_IN_TIME, storeOutcome } from "../runtime/call-reports.ts";
import { emptyOutcome, type OutputTask, type RunningAnalysis, startAnalysis } from "./analyze.ts";
import { type JudgeContext, openJudge } from "./open-judge.ts";
import { outputTasksOf } from "./output-tasks.ts";
import type { Subject } from "./subject.ts";
import { subjectOfCall } from "./subject-of-call.ts";

export interface AnalysisContext extends JudgeContext {
  messages: ServerMessages;
}

/** The platform's default of `minMessagesThreshold`. */
const MIN_MESSAGES = 2;

/**
 * Analyzes a call, and stores the results and the report that is due. Has no effect on a call whose analysis is done. When another analysis is
 * requested meanwhile, it runs once more.
 */
export async function analyzeCall(context: AnalysisContext, { orgId, callId }: CallJob, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // A deleted call keeps its state, and is analyzed if it is restored before the next start of a server.
    const row = await findCall(context, orgId, callId);
    if (!row || !isToAnalyze(row.analysisState)) return;
    await analyzeOnce(context, row, row.analysisState, signal);
  }
}

async function analyzeOnce(
  context: AnalysisContext,
  row: CallRow,
  state: "waiting" | "again",
  signal: AbortSignal,
): Promise<void> {
  const { db, messages, now } = context;
  const assistant = state === "again" ? await currentAssistant(context, row) : row.assistant;
  const running = await begin(context, row, assistant, signal);
  const store = async (outcome: CallOutcome, missing: readonly MissingPart[], finishes: "waiting" | "again" | undefined) => {
    await db.transaction((tx) => storeOutcome(tx, messages, { callId: row.id, outcome, missing, finishes, now: now() }));
    messages.wake();
  };
  const leftMs = row.reportDueAt ? Math.max(0, row.reportDueAt.getTime() - now().getTime()) : undefined;
  if (leftMs !== undefined && !(await endsWithin(running.done, leftMs))) {
    const open = [...running.open].map((part) => ({ part, reason: NOT_IN_TIME }));
    await store(running.soFar, [...missingParts(running.soFar.analysis.notes), ...open], undefined);
  }
  const outcome = await running.done;
  await store(outcome, missingParts(outcome.analysis.notes), state);
}

/** The assistant as it is now; as the call had it for a draft, and where there is none any more. */
async function currentAssistant(
  context: AnalysisContext,
  { orgId, assistantId, assistantVersion, assistant }: CallRow,
): Promise<CreateAssistant> {
  const found = assistantId === null || assistantVersion === null ? undefined : await findAssistant(context, orgId, assistantId);
  return found?.config ?? assistant;
}

async function begin(
  context: AnalysisContext,
  row: CallRow,
  assistant: CreateAssistant,
  signal: AbortSignal,
): Promise<RunningAnalysis> {
  return beginAnalysis(context, row, assistant, { subject: await subjectOfCall(context, row), signal });
}

/** Analyzes a call whose words are known. */
export async function beginAnalysis(
  context: JudgeContext,
  row: CallRow,
  assistant: CreateAssistant,
  { subject, signal, outputs }: { subject: Subject; signal: AbortSignal; outputs?: OutputTask[] },
): Promise<RunningAnalysis> {
  if (subject.said.length === 0) return nothingSaid();
  const { analysisPlan: plan = {}, artifactPlan = {} } = assistant;
  const min = plan.minMessagesThreshold ?? MIN_MESSAGES;
  const isShort = subject.said.length < min;
  const running = startAnalysis({
    orgId: row.orgId,
    subject,
    plan: isShort ? NO_PLAN : plan,
    outputs: outputs ?? (await outputTasksOf(context, row, assistant, artifactPlan)),
    scorecards: artifactPlan.scorecards ?? [],
    judge: await openJudge(context, { orgId: row.orgId, assistant }, undefined),
    signal,
  });
  return isShort ? { ...running, done: running.done.then((outcome) => withShortNote(outcome, subject, min)) } : running;
}

/** Runs only structured outputs. */
export const NO_PLAN = { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } };

function withShortNote(outcome: CallOutcome, { said }: Subject, min: number): CallOutcome {
  const { notes = [] } = outcome.analysis;
  return {
    ...outcome,
    analysis: {
      ...outcome.analysis,
      notes: [note(`It has ${said.length} of ${min} messages (minMessagesThreshold).`), ...notes],
    },
  };
}

function nothingSaid(): RunningAnalysis {
  const outcome = { ...emptyOutcome(), analysis: { notes: [note("Nothing was said in this call.")] } };
  return { soFar: outcome, open: new Set(), done: Promise.resolve(outcome) };
}

const note = (text: string): AnalysisNote => ({ part: "analysis", kind: "left-out", text });
