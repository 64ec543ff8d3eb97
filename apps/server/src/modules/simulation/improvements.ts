import {
  type AnalysisUsage,
  ItemImprovements as Answer,
  costReport,
  type ItemImprovements,
  readJson,
  withAnalysisCost,
} from "@callwright/contract";
import type { ServerContext } from "../../platform/platform.ts";
import { fenced } from "../call/analysis/fenced.ts";
import { askJudge, type ReadAnswer } from "../call/analysis/judge.ts";
import { openJudge } from "../call/analysis/open-judge.ts";
import { listPrices } from "../cost/price-store.ts";
import { addSpending } from "../cost/spending.ts";
import type { RunOfItems } from "./items.ts";
import { type Place, pairsOf } from "./run-store.ts";
import type { ItemResult } from "./tables.ts";
import { transcriptOf } from "./transcript-of.ts";

const TIMEOUT_SECONDS = 60;

const PROMPT = `You improve AI voice agents after a test conversation failed. You get the agent's prompt, the criteria that were not met, and the conversation. Answer with one JSON object and nothing else:
{"analysis": "what went wrong, two sentences", "systemPromptSuggestions": [{"issue": "…", "suggestion": "…"}], "toolSuggestions": [], "scenarioSuggestions": [], "suggestedSystemPrompt": "the whole improved prompt"}`;

interface Failed {
  run: RunOfItems;
  result: ItemResult;
  place: Place;
  signal: AbortSignal;
}

/**
 * With a language model: its analysis and a new prompt. Without one: the criteria that were not met, as they are. Fails with an `AnalysisFailure` of
 * the model.
 */
export async function suggestImprovements(context: ServerContext, failed: Failed): Promise<ItemImprovements> {
  const { run, place } = failed;
  const target = run.state.targets?.[pairsOf(run.state)[place.test]?.test ?? -1] ?? run.state.target;
  const judge = await openJudge(context, { orgId: run.orgId, assistant: target.assistant }, undefined);
  if (judge === undefined || typeof judge === "string") return fromCriteria(failed.result);
  const usages: AnalysisUsage[] = [];
  try {
    return await askJudge(judge, {
      messages: [
        { type: "system", text: PROMPT },
        { type: "user", text: question(failed, JSON.stringify(target.assistant.model?.messages ?? [])) },
      ],
      timeoutSeconds: TIMEOUT_SECONDS,
      signal: failed.signal,
      read: readAnswer,
      onUsage: (usage) => usages.push({ part: "test", ...usage }),
    });
  } finally {
    const prices = await listPrices(context.db, run.orgId);
    await addSpending(context.db, run.orgId, withAnalysisCost(costReport([], prices), usages, prices).cost, context.now());
  }
}

function question({ result }: Failed, prompt: string): string {
  const unmet = unmetOf(result).map(({ rubric, reasoning }) => `- ${rubric}: ${reasoning}`);
  const { greeting, turns = [] } = result;
  const talk = transcriptOf({ greeting, turns }, { isNumbered: true });
  return `Prompt of the agent:\n${fenced(prompt)}\n\nNot met:\n${fenced(unmet.join("\n"))}\n\nConversation:\n${fenced(talk)}`;
}

const unmetOf = ({ scorerResults, evaluations = [] }: ItemResult): { rubric: string; reasoning: string }[] => [
  ...scorerResults.filter(({ result }) => result === "fail"),
  ...evaluations
    .filter(({ passed, isSkipped }) => !passed && !isSkipped)
    .map(({ name, error, extractedValue, comparator, expectedValue }) => ({
      rubric: name,
      reasoning: error ?? `It was ${JSON.stringify(extractedValue)}, expected ${comparator} ${JSON.stringify(expectedValue)}.`,
    })),
];

function fromCriteria(result: ItemResult): ItemImprovements {
  const unmet = unmetOf(result);
  const analysis =
    unmet.length === 0
      ? (result.failure ?? "Every criterion was met.")
      : `${unmet.length === 1 ? "1 criterion was" : `${unmet.length} criteria were`} not met. A language model can suggest a new prompt: set JUDGE_MODEL, or give the agent a model.`;
  return {
    analysis,
    systemPromptSuggestions: unmet.map(({ rubric, reasoning }) => ({
      issue: reasoning,
      suggestion: `Say in the prompt: ${rubric}`,
    })),
    toolSuggestions: [],
    scenarioSuggestions: [],
  };
}

const readAnswer: ReadAnswer<ItemImprovements> = (text) => {
  const json = /\{[\s\S]*\}/.exec(text)?.[0];
  const { data, error } = Answer.safeParse(readJson(json ?? ""));
  return data ? { value: data } : { problem: `It must be the JSON object that was asked for (${error.issues[0]?.message}).` };
};
