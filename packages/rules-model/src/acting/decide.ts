import type { HistoryItem, TextItem, ToolItem } from "@callwright/contract";
import { type Answer, answer, LEAST_SCORE } from "../answers/answer.ts";
import type { Knowledge } from "../answers/prompt-facts.ts";
import { terms } from "../answers/word-match.ts";
import { actionOf, UNKNOWN_ACTION } from "./action.ts";
import { answerFromResult, hasPassages } from "./answer-from-result.ts";
import type { Choice } from "./choose-tool.ts";
import { type Move, nextMove } from "./dialog.ts";
import type { Surroundings } from "./read-parameter.ts";
import { questionIn } from "./read-text.ts";
import { speakResult, speakText } from "./speak-result.ts";
import { decideStep } from "./step.ts";
import { type RulesTool, type ToolWords, wordsOf } from "./tool-words.ts";

/** The built-in model's result in one step. */
export interface Decision {
  text: string;
  /** A tool call after the text. */
  call?: { name: string; arguments: Record<string, unknown> };
  /** Both sides have said goodbye, and no tool ends the call. */
  endsCall: boolean;
}

export interface DecisionRequest extends Surroundings {
  history: readonly HistoryItem[];
  tools: readonly RulesTool[];
  /** The system prompt, and the knowledge read from it. */
  prompt: string;
  knowledge: Knowledge;
}

/** More are not looked at. */
const TOOLS_MAX = 100;
/** Share of a question that the prompt must answer so that documents are not searched. With less, a document may have more about it. */
const SURE_SCORE = 0.5;
const NOT_FOUND = "I'm sorry, I could not find that.";

/**
 * Decides the next step: speak the answers of this turn's tools, call a tool, ask for a missing value, or answer from the prompt. If the prompt
 * hardly answers, the tools for documents are asked. A tool is called once per turn with the same arguments.
 */
export function decide(request: DecisionRequest): Decision {
  const { history, knowledge } = request;
  const step = decideStep(request);
  if (step) return step;
  const tools = request.tools.slice(0, TOOLS_MAX).flatMap(wordsOf);
  const start = history.findLastIndex(({ type }) => type === "user");
  const turn = history.slice(start + 1);
  const said = textOf(history[start]);
  const fromPrompt = answer(said, knowledge, abilitiesOf(tools));
  if (start < 0) return { text: fromPrompt.text, endsCall: false };
  const done = turn.filter(isTool);
  const moveOf = () => nextMove(history, tools, request, (choice, words) => fits(choice, answer(words, knowledge)));
  if (done.length > 0) {
    const after = afterTools({ turn, done, tools, said, knowledge, fromPrompt });
    return after.isOfDocuments ? withOpenQuestion(after, moveOf()) : after;
  }

  const late = lateResults(history.slice(0, start));
  if (fromPrompt.isGoodbye) return withLate(late, sayGoodbye(fromPrompt, tools));
  const move = moveOf();
  switch (move.type) {
    case "call":
      return isRunning(history, move.tool, move.arguments)
        ? { text: "I am still working on it.", endsCall: false }
        : withLate(late, { text: "", call: { name: move.tool.tool.name, arguments: move.arguments }, endsCall: false });
    case "ask":
    case "drop":
      return withLate(late, { text: move.text, endsCall: false });
    case "none":
      return withLate(late, fromPromptOrDocuments(fromPrompt, tools, said, move.open, late));
  }
}

const isText = (item: HistoryItem): item is TextItem => item.type !== "tool";
const isTool = (item: HistoryItem): item is ToolItem => item.type === "tool";

function textOf(item: HistoryItem | undefined): string {
  return item && isText(item) ? item.text : "";
}

/** Does the tool fit better than the prompt? A question is answered from the prompt if that says more about it. A request is carried out. */
function fits({ chosen, score, isRequest }: Choice, fromPrompt: Answer): boolean {
  if (chosen.answersQuestions) return !isSure(fromPrompt);
  return isRequest || score > fromPrompt.score;
}

/** Does the prompt answer the question? */
function isKnown({ score, isSmallTalk }: Answer): boolean {
  return isSmallTalk || score >= LEAST_SCORE;
}

/** The prompt answers it as well as a document could. */
function isSure({ score, isSmallTalk }: Answer): boolean {
  return isSmallTalk || score >= SURE_SCORE;
}

function fromPromptOrDocuments(
  fromPrompt: Answer,
  tools: readonly ToolWords[],
  said: string,
  open: string | undefined,
  late: string,
): Decision {
  const knows = isKnown(fromPrompt);
  const call = isSure(fromPrompt) ? undefined : askDocuments(tools, said, []);
  if (call) return { text: "", call, endsCall: false };
  // The caller has asked for the result of a tool, and gets it now.
  if (!knows && late !== "") return { text: "", endsCall: false };
  const text = open === undefined ? fromPrompt.text : `${knows ? fromPrompt.text : "I'm sorry, I don't know that."} ${open}`;
  return { text, endsCall: false };
}

/** The tools' actions as words: "book the appointment". */
function abilitiesOf(tools: readonly ToolWords[]): string[] {
  const actions = tools
    .filter(({ endsCall }) => !endsCall)
    .map(({ answersQuestions, tool }) => (answersQuestions ? "look things up" : actionOf(tool.name)));
  return [...new Set(actions)].filter((action) => action !== UNKNOWN_ACTION);
}

/** Calls the first tool that answers questions and was not asked this one. Words without meaning are not a question. */
function askDocuments(tools: readonly ToolWords[], said: string, asked: readonly ToolItem[]): Decision["call"] {
  if (terms(said).size === 0) return undefined;
  const next = tools.find(({ answersQuestions, tool }) => answersQuestions && asked.every(({ call }) => call.name !== tool.name));
  const parameter = next?.parameters.find(({ kind }) => kind === "question");
  return next && parameter ? { name: next.tool.name, arguments: { [parameter.path[0] ?? ""]: questionIn(said) } } : undefined;
}

function sayGoodbye({ text }: Answer, tools: readonly ToolWords[]): Decision {
  const end = tools.find(({ endsCall }) => endsCall);
  if (!end) return { text, endsCall: true };
  const reasons = end.parameters.filter(({ isRequired, kind }) => isRequired && kind === "text");
  return {
    text,
    call: {
      name: end.tool.name,
      arguments: Object.fromEntries(reasons.map(({ path }) => [path[0] ?? "", "The caller said goodbye."])),
    },
    endsCall: false,
  };
}

interface AnsweredTurn {
  /** The items after the caller's words. */
  turn: readonly HistoryItem[];
  done: readonly ToolItem[];
  tools: readonly ToolWords[];
  said: string;
  knowledge: Knowledge;
  fromPrompt: Answer;
}

/** Speaks the answers of this turn's tools, or asks the next tool. */
function afterTools({ turn, done, tools, said, knowledge, fromPrompt }: AnsweredTurn): Decision & { isOfDocuments?: boolean } {
  const last = done.at(-1);
  const wordsOfLast = tools.find(({ tool }) => tool.name === last?.call.name);
  if (wordsOfLast?.endsCall && last?.answer?.failed === false) return { text: "", endsCall: false };
  if (last && wordsOfLast?.answersQuestions) {
    const found = last.answer && !last.answer.failed ? answerFromResult(last.answer.result, said, knowledge) : undefined;
    if (found !== undefined) return { text: found, endsCall: false, isOfDocuments: true };
    const call = askDocuments(tools, said, done);
    if (call) return { text: "", call, endsCall: false };
    // A weak answer from the prompt is better than none.
    if (fromPrompt.score > 0) return { text: fromPrompt.text, endsCall: false, isOfDocuments: true };
    const isOfRecords = last.answer !== null && !last.answer.failed && isListOfRecords(last.answer.result);
    const text = last.answer?.failed || isOfRecords ? speakResult(last, "look that up") : NOT_FOUND;
    return { text, endsCall: false, isOfDocuments: true };
  }
  // A tool's message that is a hint for the model comes after the answers.
  const hints = turn
    .slice(turn.findLastIndex(isTool) + 1)
    .flatMap((item) => (item.type === "system" ? [speakText(item.text)] : []));
  const hint = hints.filter((text) => text !== "").join(" ");
  return { text: hint !== "" ? hint : done.map((item) => speakResult(item)).join(" "), endsCall: false };
}

/** Adds the question for a tool's missing value, which was still open when the caller asked something else. */
function withOpenQuestion({ text }: Decision, move: Move): Decision {
  const open = move.type === "none" ? (move.open ?? "") : "";
  return { text: `${text} ${open}`.trim(), endsCall: false };
}

/** Is the result a list of records, for example products? A search without results answers an empty list. */
function isListOfRecords(result: string): boolean {
  return result.trim() !== "[]" && !hasPassages(result);
}

/** Results of tools that the caller has not heard, because the turn was interrupted. */
function lateResults(before: readonly HistoryItem[]): string {
  const turn = before.slice(before.findLastIndex(({ type }) => type === "user") + 1);
  const unheard = turn.slice(turn.findLastIndex(({ type }) => type === "assistant") + 1).filter(isTool);
  return unheard
    .filter(({ answer: result }) => result !== null)
    .map((item) => speakResult(item))
    .join(" ");
}

function withLate(late: string, decision: Decision): Decision {
  return late === "" ? decision : { ...decision, text: `${late} ${decision.text}`.trim() };
}

/** The same call runs: its turn was interrupted. */
function isRunning(history: readonly HistoryItem[], { tool }: ToolWords, given: Record<string, unknown>): boolean {
  return history.some(
    (item) =>
      item.type === "tool" &&
      item.answer === null &&
      item.call.name === tool.name &&
      JSON.stringify(item.call.arguments) === JSON.stringify(given),
  );
}
