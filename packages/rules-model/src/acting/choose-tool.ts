import { withoutDays } from "../answers/weekday.ts";
import { hear } from "../spoken/heard.ts";
import { isSimilar, wordsAndNeighbors } from "../spoken/similar-words.ts";
import { intentsIn, meaningful, type ToolWords } from "./tool-words.ts";

/** A tool that matches the caller's words. */
export interface Choice {
  chosen: ToolWords;
  /** The share of the caller's words that the tool is about, 0 to 1. */
  score: number;
  /** The caller wants an action, and does not only ask about it. */
  isRequest: boolean;
}

const REQUEST =
  /\b(?:i(?:'d| would| want|'ll| will| need| wanna)\b|id (?:like|love)\b|(?:could|can|would|will) you\b|please|let's|let me|i(?:'m| am) (?:looking|trying|calling) to\b|help me)|^(?:(?:and|so|then|okay|ok|yes|well|um|uh|great) )*(?:book|cancel|reserve|schedule|order|send|check|find|show|tell|give|get|add|transfer|connect|look|track|change|move|reschedule|set|make|leave|take|put|call|convert|calculate)\b/i;
/** Phrases that introduce a question: "can you tell me", "I want to know". */
const ASKS = /\b(?:tell me|know|wonder(?:ing)?|ask|question)\b/i;

/** Minimum share of a tool's name that must be spoken. */
const NAME_LEAST = 0.5;
/** The same of a condition, which has more words than a name. */
const CONDITION_LEAST = 0.12;
/** Words looked at for mishearings. */
const HEARD_MAX_WORDS = 40;

/** The tool that matches the caller's words, if there is one. Of equal ones, the first. */
export function chooseTool(tools: readonly ToolWords[], said: string): Choice | undefined {
  const candidates = tools.filter(({ endsCall }) => !endsCall);
  if (candidates.length === 0) return undefined;
  return best(candidates, said, meaningful(withoutValues(said))) ?? best(candidates, said, asMeant(candidates, said));
}

function best(tools: readonly ToolWords[], said: string, words: ReadonlySet<string>): Choice | undefined {
  const holders = (term: string) => tools.filter((tool) => tool.terms.has(term)).length;
  const weights = new Map([...words].map((term) => [term, Math.log(1 + (tools.length + 1) / (holders(term) + 1))]));
  const all = sum(weights.values());
  const intents = intentsIn(said.toLowerCase());
  let choice: (Choice & { rank: number }) | undefined;
  for (const tool of tools) {
    if (!agrees(tool, intents)) continue;
    const nameAll = sum([...tool.name].map((term) => Math.log(1 + (tools.length + 1) / (holders(term) + 1))));
    const inName = sum([...tool.name].map((term) => weights.get(term) ?? 0)) / (nameAll || 1);
    const score = all === 0 ? 0 : sum([...weights].map(([term, weight]) => weight * (tool.terms.get(term) ?? 0))) / all;
    const isNamed =
      inName >= (tool.tool.handsOver ? CONDITION_LEAST : NAME_LEAST) || intentsOf(tool).some((each) => intents.includes(each));
    const isDescribed = score >= NAME_LEAST && [...words].filter((term) => (tool.terms.get(term) ?? 0) >= 0.6).length >= 2;
    if (!isNamed && !isDescribed) continue;
    const rank = inName + score + (tool.intent ? 1 : 0);
    if (!choice || rank > choice.rank) choice = { chosen: tool, score, rank, isRequest: REQUEST.test(said) && !ASKS.test(said) };
  }
  return choice;
}

/** "Cancel my appointment" does not match a tool that books one, and "my appointment" does not match a tool that cancels it. */
function agrees(tool: ToolWords, said: ReturnType<typeof intentsIn>): boolean {
  if (tool.intent !== undefined) return said.includes(tool.intent);
  return said.every((each) => each === "transfer" || each === "end" || intentsOf(tool).includes(each));
}

/** A condition with several cases may name the caller's wish as one of them. */
function intentsOf({ intent, tool }: ToolWords): ReturnType<typeof intentsIn> {
  if (intent !== undefined) return [intent];
  return tool.handsOver ? intentsIn(tool.description.toLowerCase()).filter((each) => each !== "transfer" && each !== "end") : [];
}

/** Days and numbers are values for a tool, so they do not show which tool is meant. */
function withoutValues(said: string): string {
  return withoutDays(hear(said).words).replace(/\b\d+(?:st|nd|rd|th)?\b|\|/g, " ");
}

/** Corrects words that a recognizer confused with words of tools. */
function asMeant(tools: readonly ToolWords[], said: string): Set<string> {
  const vocabulary = new Set(tools.flatMap(({ spelled }) => spelled));
  const heard = wordsAndNeighbors(said.toLowerCase().split(/\s+/).slice(0, HEARD_MAX_WORDS).join(" "));
  const meant = [...vocabulary].filter((word) => heard.some((each) => isSimilar(each, word)));
  return meaningful(`${withoutValues(said)} ${meant.join(" ")}`);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
