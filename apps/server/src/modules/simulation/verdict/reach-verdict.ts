import type {
  CreateAssistant,
  EvaluationPlanItem,
  EvaluationResult,
  ItemScore,
  Scorer,
  ScorerResult,
} from "@callwright/contract";
import { type JudgeContext, openJudge } from "../../call/analysis/open-judge.ts";
import type { TestedConversation } from "../check-attempt.ts";
import { type ScoringOptions, scoreAttempt } from "../score-attempt.ts";
import type { ItemResult } from "../tables.ts";
import { evaluate } from "./evaluate.ts";
import { measureConversation, timeToGoalMs } from "./measure-conversation.ts";

/** A conversation, and why it could not go on. */
export interface EndedTalk extends TestedConversation {
  failure?: string;
}

interface VerdictOptions extends Pick<ScoringOptions, "signal" | "onUsage"> {
  orgId: string;
  assistant: CreateAssistant;
  scorers: readonly Scorer[];
  evaluations: readonly EvaluationPlanItem[];
  talk: EndedTalk;
}

type Verdict = Pick<ItemResult, "scorerResults" | "result" | "metrics" | "latencyMetrics" | "evaluations" | "score">;

/**
 * Measures, checks and judges a conversation. It passes if nothing failed in it and every required criterion and evaluation is met; what could not be
 * checked, because the conversation has no sound or a condition is not met, does not count. Fails only if it is aborted or the database is down.
 */
export async function reachVerdict(
  context: JudgeContext,
  { orgId, assistant, scorers, evaluations: items, talk, ...options }: VerdictOptions,
): Promise<Verdict> {
  const measured = measureConversation({ ...talk, scorers });
  const needsJudge = scorers.some(({ check }) => check === undefined);
  const judge = needsJudge ? await openJudge(context, { orgId, assistant }, undefined) : undefined;
  const scorerResults = await scoreAttempt(scorers, talk, { ...options, judge, measured });
  const durationSeconds = (measured.metrics.durationMs ?? 0) / 1000;
  const evaluated = { orgId, assistant, talk, durationSeconds };
  const evaluations = items.length > 0 ? await evaluate(context, items, evaluated, options) : undefined;
  const passes = talk.failure === undefined && ![...scorerResults, ...(evaluations ?? [])].some(failsItem);
  const goalMs = timeToGoalMs(scorerResults, measured);
  const score = scoreOf(scorerResults);
  return {
    scorerResults,
    result: passes ? "pass" : "fail",
    metrics: { ...measured.metrics, ...(goalMs !== undefined && { timeToGoalMs: goalMs }) },
    ...(measured.latency && { latencyMetrics: measured.latency }),
    ...(evaluations && { evaluations }),
    ...(score && { score }),
  };
}

/** Whether a result makes its conversation fail: it is required, was checked, and is not met. */
export function failsItem(each: ScorerResult | EvaluationResult): boolean {
  const isMet = "passed" in each ? each.passed === true : each.result === "pass";
  return !isMet && each.required !== false && each.isSkipped !== true;
}

function scoreOf(results: readonly ScorerResult[]): ItemScore | undefined {
  const weighted = results.filter(({ points, isSkipped }) => points !== undefined && !isSkipped);
  if (weighted.length === 0) return undefined;
  const sum = (some: readonly ScorerResult[]) => some.reduce((total, { points = 0 }) => total + points, 0);
  return { points: sum(weighted.filter(({ result }) => result === "pass")), possible: sum(weighted) };
}
