import {
  ANALYSIS_TIMEOUT_SECONDS,
  ANALYSIS_TRANSCRIPT_MAX_CHARACTERS,
  type AnalysisNote,
  type AnalysisPlan,
  type CallOutcome,
  type HistoryItem,
  holds,
  type JsonSchema,
  type OutputCondition,
  type OutputResult,
  PATTERN_TRANSCRIPT_MAX_CHARACTERS,
  type Scorecard,
  type ScorecardResult,
  type StructuredOutput,
} from "@callwright/contract";
import { PASS_RULE, passesByRule, summarizeByRule } from "./by-rule.ts";
import { fenced } from "./fenced.ts";
import { AnalysisFailure, askJudge, type Judge, type ReadAnswer } from "./judge.ts";
import { matchPattern } from "./match-pattern.ts";
import { DATA_PROMPT, jsonReminder, OUTPUT_PROMPT, renderPrompt, SUCCESS_PROMPT, SUMMARY_PROMPT } from "./prompts.ts";
import { readJsonOf } from "./read-json.ts";
import { RUBRICS } from "./rubrics.ts";
import { cutTranscript, type Subject } from "./subject.ts";

/** A structured output as it is created. `key`: its id or, of an inline one, its name. */
export interface OutputTask extends Pick<StructuredOutput, "name" | "type" | "regex" | "schema" | "description" | "conditions"> {
  key: string;
  /** Messages for an output with its own model. */
  messages?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Undefined without a language model; a text says why there is none. */
  judge: Judge | string | undefined;
  /** The result may be stored even if nothing else of a HIPAA call is stored. */
  isKept?: boolean;
}

export interface AnalysisTask {
  /** Organizations take turns where patterns are searched. */
  orgId: string;
  subject: Subject;
  plan: AnalysisPlan;
  outputs: readonly OutputTask[];
  scorecards: readonly Scorecard[];
  /** Of the plan. Undefined without a language model; a text says why the configured one cannot be used. */
  judge: Judge | string | undefined;
  signal: AbortSignal;
}

/** Requests of one analysis that run at the same time. */
const PARALLEL = 4;

/** An analysis that runs. `soFar` grows until `done` resolves. Neither fails for what a model does; only an aborted one does. */
export interface RunningAnalysis {
  soFar: CallOutcome;
  /** Parts without a result so far, in the words of notes. */
  open: ReadonlySet<string>;
  done: Promise<CallOutcome>;
}

export function emptyOutcome(): CallOutcome {
  return { analysis: {}, structuredOutputs: {}, skippedStructuredOutputs: {}, scorecards: {}, usage: [] };
}

/** Analyzes a conversation. Parts that cannot be made are notes of the result. */
export function startAnalysis(task: AnalysisTask): RunningAnalysis {
  const outcome = emptyOutcome();
  const notes: AnalysisNote[] = [];
  const parts = [...planParts(task, outcome), ...task.outputs.map((output) => outputPart(task, output, outcome))];
  const scores = task.scorecards.map((scorecard, index) => scorePart(scorecard, index, outcome));
  const open = new Set([...parts, ...scores].map(({ part }) => part));
  const note = (part: string, kind: AnalysisNote["kind"], text: string) => {
    notes.push({ part, kind, text });
    outcome.analysis.notes = notes;
  };

  async function run({ part, make, fail }: Part): Promise<void> {
    try {
      await make((kind, text) => note(part, kind, text));
    } catch (error) {
      if (!(error instanceof AnalysisFailure)) throw error;
      note(part, "failed", error.message);
      fail?.(error.message);
    }
    open.delete(part);
  }

  async function runAll(): Promise<CallOutcome> {
    const waiting = [...parts];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    for (const score of scores) await run(score);
    return outcome;
  }

  return { soFar: outcome, open, done: runAll() };
}

interface Part {
  part: string;
  make(note: (kind: AnalysisNote["kind"], text: string) => void): Promise<void> | void;
  /** Keeps the reason of a failure in the result, besides the note. */
  fail?(why: string): void;
}

function planParts(task: AnalysisTask, outcome: CallOutcome): Part[] {
  const { subject, plan, judge } = task;
  const { summaryPlan = {}, successEvaluationPlan = {}, structuredDataPlan, structuredDataMultiPlan = [] } = plan;
  const { analysis } = outcome;
  const parts: Part[] = [];
  const wants = { summary: summaryPlan.enabled ?? true, success: successEvaluationPlan.enabled ?? true };

  if (wants.summary)
    parts.push({
      part: "summary",
      async make(note) {
        if (judge === undefined) {
          analysis.summary = summarizeByRule(subject);
          return note("by-rule", "Words of the transcript, because no language model summarizes this call.");
        }
        const read: ReadAnswer<string> = (text) => (text === "" ? { problem: "It is empty." } : { value: text });
        const asked = { ...summaryPlan, messages: summaryPlan.messages ?? SUMMARY_PROMPT };
        analysis.summary = await ask(task, outcome, { part: "summary", judge, note, read, ...asked });
      },
    });

  if (wants.success)
    parts.push({
      part: "successEvaluation",
      async make(note) {
        const name = successEvaluationPlan.rubric ?? "PassFail";
        const { description, read } = RUBRICS[name];
        if (judge === undefined) {
          if (name !== "PassFail") return note("left-out", `The rubric ${name} needs a language model. The call has none.`);
          analysis.successEvaluation = String(passesByRule(subject));
          return note("by-rule", PASS_RULE);
        }
        const asked = { ...successEvaluationPlan, messages: successEvaluationPlan.messages ?? SUCCESS_PROMPT };
        const values = { rubric: description };
        analysis.successEvaluation = await ask(task, outcome, { part: "successEvaluation", judge, note, read, values, ...asked });
      },
    });

  const dataParts = [
    {
      part: "structuredData",
      plan: structuredDataPlan,
      keep(value: Fields) {
        analysis.structuredData = value;
      },
    },
    ...structuredDataMultiPlan.map(({ key, plan: each }) => ({
      part: `structuredDataMulti.${key}`,
      plan: each,
      keep(value: Fields) {
        analysis.structuredDataMulti = [...(analysis.structuredDataMulti ?? []), { key, ...value }];
      },
    })),
  ];
  for (const { part, plan: each, keep } of dataParts) {
    if (!each?.enabled) continue;
    parts.push({
      part,
      async make(note) {
        if (!each.schema) return note("left-out", "The plan has no schema.");
        if (judge === undefined) return note("left-out", "Data is extracted by a language model. The call has none.");
        const asked = { ...each, messages: each.messages ?? DATA_PROMPT, schema: each.schema };
        keep(
          asFields(await askForJson(task, outcome, { part, judge, note, isOwnPrompt: each.messages !== undefined, ...asked })),
        );
      },
    });
  }
  return parts;
}

type Fields = Record<string, unknown>;

/** The platform's structured data is an object. */
function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : { value };
}

function outputPart(task: AnalysisTask, output: OutputTask, outcome: CallOutcome): Part {
  const { key, name, type, regex, schema, conditions, description, judge, messages } = output;
  const part = `structuredOutputs.${key}`;
  return {
    part,
    async make(note) {
      const unmetCondition = findUnmet(conditions, task.subject);
      if (unmetCondition) {
        outcome.skippedStructuredOutputs[key] = { name, unmetCondition };
        return note("left-out", `The condition ${unmetCondition.type} is not met.`);
      }
      if (type === "regex") {
        const { text, isCut } = cutTranscript(task.subject.transcript, PATTERN_TRANSCRIPT_MAX_CHARACTERS);
        if (isCut) note("cut", cutNote(PATTERN_TRANSCRIPT_MAX_CHARACTERS));
        outcome.structuredOutputs[key] = { name, result: await matchPattern(task.orgId, regex ?? "", schema, text) };
        return;
      }
      if (judge === undefined)
        return note("left-out", "It is made by a language model. Neither the output nor the call has one.");
      const values = { structuredOutput: { name, description, schema: JSON.stringify(schema) } };
      const isOwnServer = typeof judge === "object" && judge.isOwnServer === true;
      const timeoutSeconds = ANALYSIS_TIMEOUT_SECONDS[isOwnServer ? "ownServer" : "structuredOutput"];
      const asked = { messages: messages ?? OUTPUT_PROMPT, isOwnPrompt: messages !== undefined, schema, timeoutSeconds };
      const result = await askForJson(task, outcome, { part, judge, note, values, ...asked });
      outcome.structuredOutputs[key] = { name, result };
    },
    fail(error) {
      outcome.structuredOutputs[key] = { name, result: null, error };
    },
  };
}

/** Scorecards have no ids: the name is the key of one, or else its place. */
function scorePart(scorecard: Scorecard, index: number, outcome: CallOutcome): Part {
  const key = scorecard.name ?? String(index + 1);
  return {
    part: `scorecards.${key}`,
    make() {
      outcome.scorecards[key] = scoreOf(scorecard, outcome.structuredOutputs);
    },
  };
}

interface Asked<Value> {
  part: string;
  judge: Judge | string;
  note: (kind: AnalysisNote["kind"], text: string) => void;
  read: ReadAnswer<Value>;
  messages: readonly Readonly<Record<string, unknown>>[];
  values?: Readonly<Record<string, unknown>>;
  timeoutSeconds?: number | undefined;
  schema?: JsonSchema;
  /** Messages of the question after the prompt. */
  after?: readonly HistoryItem[];
}

function ask<Value>({ subject, signal }: AnalysisTask, outcome: CallOutcome, asked: Asked<Value>): Promise<Value> {
  const { part, judge, note, read, messages, values, schema, after = [] } = asked;
  if (typeof judge === "string") throw new AnalysisFailure(judge);
  const { text: transcript, isCut } = cutTranscript(subject.transcript, ANALYSIS_TRANSCRIPT_MAX_CHARACTERS);
  if (isCut) note("cut", cutNote(ANALYSIS_TRANSCRIPT_MAX_CHARACTERS));
  const prompt = renderPrompt(messages, subject, { transcript: fenced(transcript), ...values });
  return askJudge(judge, {
    messages: [...prompt, ...after],
    timeoutSeconds: asked.timeoutSeconds ?? ANALYSIS_TIMEOUT_SECONDS[judge.isOwnServer ? "ownServer" : "plan"],
    schema,
    signal,
    read,
    onUsage: (usage) => void outcome.usage.push({ part, ...usage }),
  });
}

function askForJson(
  task: AnalysisTask,
  outcome: CallOutcome,
  { schema, isOwnPrompt, values, ...asked }: Omit<Asked<unknown>, "read"> & { schema: JsonSchema; isOwnPrompt: boolean },
): Promise<unknown> {
  return ask(task, outcome, {
    ...asked,
    schema,
    read: readJsonOf(schema),
    values: { schema: JSON.stringify(schema), ...values },
    after: isOwnPrompt ? [jsonReminder(schema)] : [],
  });
}

const cutNote = (max: number) => `The transcript is longer than ${max} characters. Its beginning and its end were read.`;

/** The first condition that a conversation does not meet. */
function findUnmet(conditions: readonly OutputCondition[] | null | undefined, subject: Subject): OutputCondition | undefined {
  return conditions?.find((condition) => !isMet(condition, subject));
}

function isMet(condition: OutputCondition, { said, durationSeconds, endedReason }: Subject): boolean {
  switch (condition.type) {
    case "minMessages":
      return said.length >= condition.count;
    case "minCallDuration":
      return durationSeconds >= condition.seconds;
    case "endedReason":
      return condition.values.includes(endedReason) === (condition.operator === "oneOf");
  }
}

// Scorecards

type ScoreCondition = Scorecard["metrics"][number]["conditions"][number];

/** The points of a scorecard. Fails with an `AnalysisFailure` when a result is missing, because a score without it would be too low. */
function scoreOf({ name, metrics }: Scorecard, results: Readonly<Record<string, OutputResult>>): ScorecardResult {
  const metricPoints: Record<string, number> = {};
  let possible = 0;
  for (const { structuredOutputId, conditions } of metrics) {
    const id = structuredOutputId.toLowerCase();
    const result = results[id]?.result;
    if (typeof result !== "number" && typeof result !== "boolean")
      throw new AnalysisFailure(`The structured output ${id} has no result that is a number, true or false.`);
    const met = conditions.filter((condition) => isConditionMet(condition, result)).map(({ points }) => points);
    metricPoints[id] = (metricPoints[id] ?? 0) + met.reduce((sum, points) => sum + points, 0);
    possible += mostPoints(conditions);
  }
  const score = Object.values(metricPoints).reduce((sum, points) => sum + points, 0);
  const scoreNormalized = possible === 0 ? 0 : Math.min(100, Math.round((score / possible) * 10_000) / 100);
  return { ...(name !== undefined && { name }), score, scoreNormalized, metricPoints };
}

/** Among the values at which a condition may change, and those between them, the one with the most points. */
function mostPoints(conditions: readonly ScoreCondition[]): number {
  const edges = conditions.flatMap(({ value }): (number | boolean)[] =>
    typeof value === "number" ? [value - 0.5, value, value + 0.5] : [value],
  );
  const at = (value: number | boolean) =>
    conditions.filter((condition) => isConditionMet(condition, value)).reduce((sum, { points }) => sum + points, 0);
  return Math.max(...edges.map(at));
}

/** An order counts true as 1 and false as 0. */
function isConditionMet({ comparator, value }: ScoreCondition, result: number | boolean): boolean {
  const isOrder = comparator !== "=" && comparator !== "!=";
  return isOrder ? holds(Number(result), comparator, Number(value)) : holds(result, comparator, value);
}
