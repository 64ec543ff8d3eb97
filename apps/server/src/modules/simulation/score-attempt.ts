import { type AnalysisUsage, readJson, type Scorer, type ScorerResult } from "@callwright/contract";
import { z } from "zod";
import { fenced } from "../call/analysis/fenced.ts";
import { AnalysisFailure, askJudge, type Judge, type ReadAnswer } from "../call/analysis/judge.ts";
import { checkAttempt, type TestedConversation } from "./check-attempt.ts";
import { transcriptOf } from "./transcript-of.ts";
import { askTwice } from "./verdict/ask-twice.ts";
import type { Measured } from "./verdict/measure-conversation.ts";

/** Limit of one answer of the judge, retries included. */
const JUDGE_TIMEOUT_SECONDS = 60;

export interface ScoringOptions {
  /** Undefined without a language model; a text says why the configured one cannot be used. */
  judge: Judge | string | undefined;
  signal: AbortSignal;
  onUsage: (usage: AnalysisUsage) => void;
  /** The conversation's measures. */
  measured: Measured;
}

/** One result for each criterion, in order. */
export async function scoreAttempt(
  scorers: readonly Scorer[],
  conversation: TestedConversation,
  options: ScoringOptions,
): Promise<ScorerResult[]> {
  const results: ScorerResult[] = [];
  for (const scorer of scorers) results.push(await score(scorer, conversation, options));
  return results;
}

async function score(
  { type, rubric, check, required, points }: Scorer,
  conversation: TestedConversation,
  options: ScoringOptions,
): Promise<ScorerResult> {
  const weight = { ...(required !== undefined && { required }), ...(points !== undefined && { points }) };
  if (check) {
    const { passes, reasoning, turn, atMs, isSkipped } = checkAttempt(check, conversation, options.measured);
    return {
      type,
      result: passes ? "pass" : "fail",
      reasoning,
      rubric,
      check,
      ...(turn !== undefined && { turn }),
      ...(atMs !== undefined && { atMs }),
      ...(isSkipped && { isSkipped }),
      ...weight,
    };
  }
  try {
    return { type, rubric, ...(await judged(rubric, conversation, options)), ...weight };
  } catch (error) {
    if (!(error instanceof AnalysisFailure)) throw error;
    return { type, result: "fail", reasoning: error.message, rubric, isUnjudged: true, ...weight };
  }
}

type Judgment = Pick<ScorerResult, "result" | "reasoning" | "turn">;

const Answer = z.object({ reasoning: z.string(), result: z.enum(["pass", "fail"]), turn: z.number().int().min(1).nullish() });

async function judged(
  rubric: string,
  conversation: TestedConversation,
  { judge, signal, onUsage }: ScoringOptions,
): Promise<Judgment & Pick<ScorerResult, "answers">> {
  if (judge === undefined)
    throw new AnalysisFailure("A language model judges this criterion, and there is none. Add a check to the criterion.");
  if (typeof judge === "string") throw new AnalysisFailure(judge);
  const transcript = transcriptOf(conversation, { isNumbered: true });
  const { answer, answers, agreeing } = await askTwice(() =>
    askJudge(judge, {
      messages: [
        { type: "system", text: PROMPT },
        { type: "user", text: `Criterion:\n${rubric}\n\nConversation:\n${fenced(transcript)}` },
      ],
      timeoutSeconds: JUDGE_TIMEOUT_SECONDS,
      signal,
      read: readJudgment(conversation.turns.length),
      onUsage: (usage) => onUsage({ part: "test", ...usage }),
    }),
  );
  const share = agreeing < answers ? `${agreeing} of ${answers} answers: ` : "";
  return { ...answer, reasoning: share + answer.reasoning, answers };
}

const PROMPT =
  'You evaluate a test conversation between a caller and an AI agent. Decide whether the agent meets the criterion. Answer with one JSON object and nothing else: {"reasoning": "one or two sentences", "result": "pass" or "fail", "turn": the number of the turn that decides}';

function readJudgment(turns: number): ReadAnswer<Judgment> {
  return (text) => {
    const json = /\{[\s\S]*\}/.exec(text)?.[0];
    const { data, error } = Answer.safeParse(readJson(json ?? ""));
    if (!data) return { problem: `It must be the JSON object that was asked for (${error.issues[0]?.message}).` };
    const { turn, ...judgment } = data;
    return { value: { ...judgment, ...(turn && turn <= turns && { turn }) } };
  };
}
