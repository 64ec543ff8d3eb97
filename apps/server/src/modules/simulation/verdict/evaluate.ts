import {
  type CallLine,
  type Comparable,
  type CreateAssistant,
  ENDED_REASONS,
  type EvaluationPlanItem,
  type EvaluationResult,
  evaluationProblem,
  holds,
  INLINE_OUTPUT,
  invalid,
  isFields,
  type JsonSchema,
} from "@callwright/contract";
import { compileSchema, createTemplateRenderer, openPattern } from "@callwright/engine/conversation";
import { findResource } from "../../../platform/resource-kit/resource-store.ts";
import { openRow, type SealedDatabase } from "../../../platform/secrets/sealed-headers.ts";
import { startAnalysis } from "../../call/analysis/analyze.ts";
import { NO_PLAN } from "../../call/analysis/analyze-call.ts";
import type { JudgeContext } from "../../call/analysis/open-judge.ts";
import { type OutputConfig, toTask } from "../../call/analysis/output-tasks.ts";
import type { Subject } from "../../call/analysis/subject.ts";
import { structuredOutput } from "../../structured-output/tables.ts";
import type { TestedConversation } from "../check-attempt.ts";
import type { ScoringOptions } from "../score-attempt.ts";
import { messagesOf, transcriptOf } from "../transcript-of.ts";

interface Evaluated {
  orgId: string;
  /** Its model extracts what has no model of its own. */
  assistant: CreateAssistant;
  talk: TestedConversation;
  durationSeconds: number;
}

/** Reasons of calls that fit the ends of conversations by text, for conditions of structured outputs. */
const END_REASONS: Record<TestedConversation["endedBy"], string> = {
  agent: ENDED_REASONS.assistantEndedCall,
  tester: ENDED_REASONS.customerEndedCall,
  "turn-limit": ENDED_REASONS.exceededMaxDuration,
  failure: "call.in-progress.error-providerfault-llm-failed",
};

/** One result for each evaluation, in order. Never fails for what a model does; only an aborted one does. */
export async function evaluate(
  context: JudgeContext,
  items: readonly EvaluationPlanItem[],
  { orgId, assistant, talk, durationSeconds }: Evaluated,
  { signal, onUsage }: Pick<ScoringOptions, "signal" | "onUsage">,
): Promise<EvaluationResult[]> {
  const outputs = await outputsOf(context, orgId, items);
  const subject = subjectOfTalk(talk, { durationSeconds, now: context.now });
  const made = [...outputs].flatMap(([key, output]) => (output ? [{ key, output }] : []));
  const tasks = await Promise.all(made.map(({ key, output }) => toTask(context, { orgId, assistant }, key, output)));
  const outcome = await startAnalysis({
    orgId,
    subject,
    plan: NO_PLAN,
    outputs: subject.said.length === 0 ? [] : tasks,
    scorecards: [],
    judge: undefined,
    signal,
  }).done;
  for (const usage of outcome.usage) onUsage({ ...usage, part: "test" });
  return items.map((item, index) => {
    const key = keyOf(item, index);
    const output = outputs.get(key);
    const { comparator, value: expectedValue, path, required = true } = item;
    const result: EvaluationResult = {
      structuredOutputId: item.structuredOutputId?.toLowerCase() ?? INLINE_OUTPUT,
      name: output?.name ?? "",
      ...(path !== undefined && { path }),
      ...(output?.description !== undefined && { description: output.description }),
      ...(output && { schema: output.schema }),
      extractedValue: null,
      expectedValue,
      comparator,
      passed: false,
      required,
    };
    const skipped = outcome.skippedStructuredOutputs[key];
    if (skipped) {
      const { type } = skipped.unmetCondition;
      return { ...result, isSkipped: true, skipReason: `The condition ${type} of the structured output is not met.` };
    }
    const error = output ? problemOf(output.schema, item) : "The structured output does not exist.";
    if (error !== undefined) return { ...result, error };
    if (subject.said.length === 0) return { ...result, error: "Nothing was said in this conversation." };
    const extracted = outcome.structuredOutputs[key];
    if (!extracted || extracted.error !== undefined) {
      const note = outcome.analysis.notes?.findLast(({ part }) => part === `structuredOutputs.${key}`);
      return { ...result, error: extracted?.error ?? note?.text ?? "It was not extracted." };
    }
    const extractedValue = valueAt(extracted.result, path);
    if (extractedValue === undefined) return { ...result, error: missingAt(path) };
    return { ...result, extractedValue, passed: holds(extractedValue, comparator, expectedValue) };
  });
}

/** Fails with `validation-failed` for an output that does not exist or cannot be extracted, and for a comparison that does not fit its schema. */
export async function requireUsableEvaluations(
  context: SealedDatabase,
  orgId: string,
  items: readonly EvaluationPlanItem[],
  at = "",
): Promise<void> {
  const outputs = await outputsOf(context, orgId, items);
  const problems = items.flatMap((item, index) => {
    const place = `${at}evaluations.${index}`;
    const output = outputs.get(keyOf(item, index));
    if (!output) return [`${place}.structuredOutputId must name a structured output of this organization`];
    const problem = evaluationProblem(output.schema, item);
    const { regex, schema } = output;
    const pattern = regex === undefined ? undefined : openPattern(regex);
    const checked = compileSchema(schema);
    return [
      ...(problem ? [`${place}.${problem.field} ${problem.message}`] : []),
      ...(typeof pattern === "string" ? [`${place}.structuredOutput.regex ${pattern}`] : []),
      ...(typeof checked === "string" ? [`${place}.structuredOutput.schema ${checked}`] : []),
    ];
  });
  if (problems.length > 0) throw invalid(...problems);
}

/** Evaluations of the same stored output share one extraction. */
const keyOf = ({ structuredOutputId: id }: EvaluationPlanItem, index: number) => id?.toLowerCase() ?? `${INLINE_OUTPUT}.${index}`;

/** The outputs by their key. Undefined: a stored one that does not exist. */
async function outputsOf(
  context: SealedDatabase,
  orgId: string,
  items: readonly EvaluationPlanItem[],
): Promise<Map<string, OutputConfig | undefined>> {
  const outputs = new Map<string, OutputConfig | undefined>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item, index);
    if (outputs.has(key)) continue;
    const row = item.structuredOutput ? undefined : await findResource(context.db, orgId, { table: structuredOutput }, key);
    const stored = openRow(context, structuredOutput, row)?.config as unknown as OutputConfig | undefined;
    outputs.set(key, item.structuredOutput ?? stored);
  }
  return outputs;
}

/** A stored output may have changed since the evaluation was written. */
function problemOf(schema: JsonSchema, item: EvaluationPlanItem): string | undefined {
  const problem = evaluationProblem(schema, item);
  return problem && `The evaluation's ${problem.field} ${problem.message}.`;
}

function valueAt(result: unknown, path: string | undefined): Comparable | undefined {
  let value = result;
  for (const name of path?.split(".") ?? []) value = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

const missingAt = (path: string | undefined) =>
  path === undefined ? "The conversation has no such value." : `The result has no text, number or boolean at '${path}'.`;

/** The conversation of a test as calls are analyzed. */
function subjectOfTalk(
  talk: TestedConversation,
  { durationSeconds, now }: { durationSeconds: number; now: () => Date },
): Subject {
  const { greeting = "", turns, endedBy, events = [] } = talk;
  const end = events.find((event) => event.type === "call.ended");
  const spoken = turns.flatMap(({ said, answer }) => [
    { role: "user" as const, text: said },
    { role: "assistant" as const, text: answer },
  ]);
  const lines = [{ role: "assistant" as const, text: greeting }, ...spoken].filter(({ text }) => text.trim() !== "");
  return {
    transcript: transcriptOf(talk),
    said: lines.map(
      (line, seq): CallLine => ({
        ...line,
        seq,
        kind: "spoken",
        startMs: 0,
        endMs: 0,
        words: undefined,
        turn: undefined,
        isInterrupted: false,
      }),
    ),
    messages: messagesOf(talk),
    durationSeconds,
    endedReason: end?.type === "call.ended" ? end.payload.endedReason : END_REASONS[endedBy],
    systemPrompt: "",
    render: createTemplateRenderer({ variableValues: {}, now }),
  };
}
