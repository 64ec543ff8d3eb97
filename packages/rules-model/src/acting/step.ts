import { CHOOSE_NOTE, ENTER_NOTE, type HistoryItem, OTHERWISE } from "@callwright/contract";
import { answer } from "../answers/answer.ts";
import { terms } from "../answers/word-match.ts";
import { chooseTool } from "./choose-tool.ts";
import type { Decision, DecisionRequest } from "./decide.ts";
import { nextMove } from "./dialog.ts";
import { question } from "./question.ts";
import { scriptOf } from "./script.ts";
import { type RulesTool, type ToolWords, wordsOf } from "./tool-words.ts";

const NEGATIVE =
  /\b(?:no|not|none|nobody|doesn'?t|don'?t|isn'?t|declin\w*|refus\w*|reject\w*|disagree\w*|wrong|incorrect|cannot|can'?t|fail\w*|error|unavailable|invalid|missing|unknown)\b/i;
const SAYS_YES =
  /^(?:(?:oh|well|um|uh)[\s,]+)*(?:yes|yeah|yep|sure|please|of course|correct|right|okay|ok|definitely|absolutely|i (?:do|would)|that'?s (?:right|correct)|exactly|go ahead)\b/i;
const SAYS_NO =
  /^(?:(?:oh|well|um|uh)[\s,]+)*(?:no|nope|not|never|i (?:don'?t|do not|would not|wouldn'?t)|rather not|that'?s (?:wrong|not))\b/i;

/**
 * The built-in model's decision at a step of a workflow: it speaks as its prompt tells it, and takes the edge whose condition matches the caller's
 * words or the result of a tool. Undefined: `decide` answers from the prompt or calls tools.
 */
export function decideStep(request: DecisionRequest): Decision | undefined {
  const { history, tools, knowledge, prompt } = request;
  const last = history.at(-1);
  const ways = tools.filter(({ handsOver }) => handsOver).flatMap(wordsOf);
  if (isNote(last, CHOOSE_NOTE)) return calling(chooseByResult(ways, history.slice(0, -1)));
  const entered = history.findLastIndex((item) => isNote(item, ENTER_NOTE));
  if (entered < 0) return undefined;
  const here = history.slice(entered + 1);
  if (here.length === 0)
    return { text: scriptOf(prompt, knowledge) || openQuestion(ways) || answer("", knowledge).text, endsCall: false };
  if (last?.type !== "user") return undefined;
  const conditional = ways.filter(({ tool }) => tool.description !== OTHERWISE && !needsValues(tool));
  const asking = ways.find(({ tool }) => needsValues(tool));
  const chosen = chooseBySaid(conditional, last.text, { answersYesOrNo: asking === undefined });
  if (chosen) return calling(chosen);
  const own = tools.filter(({ handsOver }) => !handsOver).flatMap(wordsOf);
  const move = nextMove(here, asking ? [...own, asking] : own, request, ({ score }) => score > 0, asking);
  switch (move.type) {
    case "call":
      return { text: "", call: { name: move.tool.tool.name, arguments: move.arguments }, endsCall: false };
    case "ask":
      return { text: move.text, endsCall: false };
    default: {
      const found = answer(last.text, knowledge);
      const isAnswered = found.score > 0 || found.isSmallTalk;
      const otherwise = ways.find(({ tool }) => tool.description === OTHERWISE);
      if (otherwise && found.score === 0) return calling(otherwise);
      const again = move.type === "none" ? (move.open ?? scriptOf(prompt, knowledge)) : scriptOf(prompt, knowledge);
      return {
        text: [isAnswered && found.score > 0 ? found.text : "", again].filter((text) => text !== "").join(" "),
        endsCall: false,
      };
    }
  }
}

function isNote(item: HistoryItem | undefined, note: string): boolean {
  return item?.type === "system" && item.text === note;
}

function calling(way: ToolWords | undefined): Decision | undefined {
  return way && { text: "", call: { name: way.tool.name, arguments: {} }, endsCall: false };
}

/** Such a way is taken when the caller has given the values. */
function needsValues({ parameters }: RulesTool): boolean {
  const { required = [] } = parameters as { required?: string[] };
  return required.length > 0;
}

function openQuestion(ways: readonly ToolWords[]): string {
  const parameter = ways.find(({ tool }) => needsValues(tool))?.parameters.find(({ isRequired }) => isRequired);
  return parameter ? question(parameter) : "";
}

/** The words of the condition come first: "no, I want to cancel" is about canceling. */
function chooseBySaid(
  ways: readonly ToolWords[],
  said: string,
  { answersYesOrNo }: { answersYesOrNo: boolean },
): ToolWords | undefined {
  const choice = chooseTool(ways, said)?.chosen;
  if (choice && !(SAYS_NO.test(said) && !NEGATIVE.test(choice.tool.description) && said.split(/\s+/).length <= 3)) return choice;
  const edges = answersYesOrNo ? ways.filter(({ tool }) => tool.handsOver === "edge") : [];
  if (SAYS_NO.test(said)) return edges.find(({ tool }) => NEGATIVE.test(tool.description));
  if (SAYS_YES.test(said)) return edges.find(({ tool }) => !NEGATIVE.test(tool.description));
  return undefined;
}

/** Chooses by the last tool's answer; without one, by the caller's last words. */
function chooseByResult(ways: readonly ToolWords[], history: readonly HistoryItem[]): ToolWords | undefined {
  const conditional = ways.filter(({ tool }) => tool.description !== OTHERWISE);
  const otherwise = ways.find(({ tool }) => tool.description === OTHERWISE);
  const last = history.findLast((item) => item.type === "tool" || item.type === "user");
  if (last?.type === "user") return chooseBySaid(conditional, last.text, { answersYesOrNo: true }) ?? otherwise;
  if (last?.type !== "tool" || !last.answer) return otherwise;
  const { result, failed } = last.answer;
  const isBad = failed || NEGATIVE.test(result.replace(/_/g, " ")) || /^(?:\[\]|\{\}|null|false|)$/.test(result.trim());
  const words = terms(result.replace(/[_"{}:,[\]]/g, " "));
  const scored = conditional
    .filter(({ tool }) => NEGATIVE.test(tool.description) === isBad)
    .map((way) => ({ way, score: [...words].filter((word) => way.terms.has(word)).length }))
    .sort((a, b) => b.score - a.score);
  return scored[0]?.way ?? otherwise;
}
