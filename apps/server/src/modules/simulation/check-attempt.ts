import type { ScorerCheck, TestAttempt, TestTurn } from "@callwright/contract";
import { openPattern, WorkBudget, withinBudget } from "@callwright/engine/conversation";
import { hasArguments } from "../tool/run/tested-tools.ts";
import { saysWords } from "./says-words.ts";

/** The conversation of an attempt. */
export interface TestedConversation {
  /** The agent's words before the tester's first ones. Only in calls. */
  greeting?: string;
  turns: readonly TestTurn[];
  endedBy: NonNullable<TestAttempt["endedBy"]>;
}

interface Verdict {
  passes: boolean;
  /** A sentence. */
  reasoning: string;
  /** The turn that decided, from 1. */
  turn?: number | undefined;
}

/** The limit of a pattern in one conversation, in steps: about 30 ms. */
const PATTERN_STEPS = 10_000_000;
/** Characters of an answer that a reasoning repeats. */
const SHOWN_CHARACTERS = 300;

const ENDED_BY: Record<TestedConversation["endedBy"], string> = {
  agent: "the agent",
  tester: "the caller",
  "turn-limit": "the limit of turns",
  failure: "a failure",
};

/** Decides a criterion without a language model. The same conversation always has the same verdict. */
export function checkAttempt(check: ScorerCheck, conversation: TestedConversation): Verdict {
  const { turns, endedBy } = conversation;
  const last = turns.length > 0 ? turns.length : undefined;
  switch (check.type) {
    case "said":
    case "not-said":
      return withinBudget(
        "pattern of a test",
        () => checkWords(check, conversation),
        ({ limit }) => ({ passes: false, reasoning: `The pattern is too costly for this conversation: more than ${limit}.` }),
      );
    case "tool-called":
      return checkTool(check, turns);
    case "ended-by":
      return { passes: endedBy === check.by, reasoning: `The conversation was ended by ${ENDED_BY[endedBy]}.`, turn: last };
    case "within-turns": {
      const passes = turns.length <= check.turns && endedBy !== "turn-limit";
      const reasoning = `The conversation had ${turns.length} turns. ${check.turns} are allowed.`;
      return { passes, reasoning, turn: passes ? last : Math.min(check.turns + 1, turns.length) };
    }
    case "latency": {
      const slow = turns.findIndex(({ durationMs }) => durationMs > check.maxMs);
      if (slow === -1) return { passes: true, reasoning: `Every answer took ${check.maxMs} ms at most.` };
      const took = turns[slow]?.durationMs;
      return { passes: false, reasoning: `The answer took ${took} ms. ${check.maxMs} ms are allowed.`, turn: slow + 1 };
    }
  }
}

function checkWords(
  check: Extract<ScorerCheck, { type: "said" | "not-said" }>,
  { greeting, turns }: TestedConversation,
): Verdict {
  const { type, text, match = "words", turn } = check;
  const wants = type === "said";
  const has = match === "pattern" ? patternFinder(text) : (answer: string) => saysWords(answer, text);
  if (turn !== undefined && turn > turns.length)
    return { passes: !wants, reasoning: `The conversation ended before turn ${turn}.`, turn: turns.length || undefined };
  const places = turns.flatMap(({ answer }, index) => ((turn ?? index + 1) === index + 1 && has(answer) ? [index + 1] : []));
  const [place] = places;
  const quoted = `“${short(text)}”`;
  if (turn === undefined && greeting !== undefined && has(greeting))
    return { passes: wants, reasoning: `The agent said ${quoted} in its first message.` };
  if (place !== undefined) return { passes: wants, reasoning: `The agent said ${quoted} in turn ${place}.`, turn: place };
  const decided = turn ?? (turns.length || undefined);
  const said = turns[(decided ?? 0) - 1]?.answer;
  const instead = wants && said !== undefined ? ` In turn ${decided} it said: “${short(said)}”` : "";
  return { passes: !wants, reasoning: `The agent did not say ${quoted}.${instead}`, turn: decided };
}

/** Patterns were checked when the test was stored. Throws `OverBudget`. */
function patternFinder(pattern: string): (text: string) => boolean {
  const search = openPattern(pattern);
  const budget = new WorkBudget(PATTERN_STEPS);
  return (text) => typeof search !== "string" && search.find(text, 1, budget).length > 0;
}

function checkTool(
  { toolName, arguments: wanted = {} }: Extract<ScorerCheck, { type: "tool-called" }>,
  turns: readonly TestTurn[],
): Verdict {
  const calls = turns.flatMap(({ toolCalls }, index) =>
    toolCalls.filter(({ name }) => name === toolName).map((call) => ({ ...call, turn: index + 1 })),
  );
  const fitting = calls.find((call) => hasArguments(call.arguments, wanted));
  if (fitting) return { passes: true, reasoning: `The agent called ${toolName} in turn ${fitting.turn}.`, turn: fitting.turn };
  const [other] = calls;
  if (other) {
    const given = short(JSON.stringify(other.arguments));
    return { passes: false, reasoning: `The agent called ${toolName} with other arguments: ${given}`, turn: other.turn };
  }
  return { passes: false, reasoning: `The agent did not call ${toolName}.`, turn: turns.length || undefined };
}

const short = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
