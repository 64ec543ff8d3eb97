import type { CallEvent, ScorerCheck, TestAttempt, TestTurn } from "@callwright/contract";
import { openPattern, WorkBudget, withinBudget } from "@callwright/engine/conversation";
import { saysWords } from "./says-words.ts";
import { callsIn, fittingCalls } from "./verdict/count-tool-calls.ts";
import { type Measured, measureConversation, type TalkFinding } from "./verdict/measure-conversation.ts";

/** The conversation of an attempt. */
export interface TestedConversation {
  /** The agent's words before the tester's first ones. Only in calls. */
  greeting?: string;
  turns: readonly TestTurn[];
  endedBy: NonNullable<TestAttempt["endedBy"]>;
  /** Of a call. */
  events?: readonly CallEvent[];
}

interface Verdict {
  passes: boolean;
  /** A sentence. */
  reasoning: string;
  /** The turn that decided, from 1. */
  turn?: number | undefined;
  /** When it was decided, on the call's clock. */
  atMs?: number | undefined;
  /** There is nothing to check. */
  isSkipped?: true;
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

/** Decides a criterion without a language model. The same conversation always has the same verdict. `measured`: the conversation's measures. */
export function checkAttempt(
  check: ScorerCheck,
  conversation: TestedConversation,
  measured: Measured = measureConversation(conversation),
): Verdict {
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
    case "tool-not-called": {
      const [call] = fittingCalls(check, callsIn(turns)).fitting;
      if (!call) return { passes: true, reasoning: `The agent did not call ${calledAs(check)}.`, turn: last };
      return { passes: false, reasoning: `The agent called ${calledAs(check)} in turn ${call.turn}.`, turn: call.turn };
    }
    case "tool-called-times": {
      const { fitting } = fittingCalls(check, callsIn(turns));
      const reasoning = `The agent called ${calledAs(check)} ${timesOf(fitting.length)}. Wanted: ${timesOf(check.times)}.`;
      // The first call too many, or the last one.
      return { passes: fitting.length === check.times, reasoning, turn: (fitting[check.times] ?? fitting.at(-1))?.turn ?? last };
    }
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
    case "duration": {
      const tookSeconds = (measured.metrics.durationMs ?? 0) / 1000;
      const reasoning = `The conversation took ${rounded(tookSeconds)} s. ${check.maxSeconds} s are allowed.`;
      return { passes: tookSeconds <= check.maxSeconds, reasoning, turn: last };
    }
    case "no-repeated-question":
      return (
        decidedBy(measured, "repeated-question", true) ?? {
          passes: true,
          reasoning: "The agent asked no question twice.",
          turn: last,
        }
      );
    case "talk-over": {
      const { talkOverMs } = measured.metrics;
      if (talkOverMs === undefined) return NO_SOUND;
      const passes = talkOverMs <= check.maxMs;
      const first = decidedBy(measured, "talk-over", !passes);
      const reasoning = `The caller and the agent spoke together for ${talkOverMs} ms. ${check.maxMs} ms are allowed.`;
      return { passes, reasoning, turn: first?.turn ?? last, atMs: first?.atMs };
    }
    case "word-error-rate": {
      const { wordErrorRate } = measured.metrics;
      if (wordErrorRate === undefined) return measured.metrics.falseCutOffs === undefined ? NO_SOUND : NO_WORDS;
      const passes = wordErrorRate * 100 <= check.maxPercent;
      const first = decidedBy(measured, "misheard", !passes);
      const share = `${rounded(wordErrorRate * 100)} % of the caller's words were recognized wrongly. ${check.maxPercent} % are allowed.`;
      return { passes, reasoning: first ? `${share} ${first.reasoning}` : share, turn: first?.turn ?? last };
    }
    case "no-false-cut-off": {
      if (measured.metrics.falseCutOffs === undefined) return NO_SOUND;
      const reasoning = "The agent always let the caller finish.";
      return decidedBy(measured, "false-cut-off", true) ?? { passes: true, reasoning, turn: last };
    }
  }
}

const NO_SOUND: Verdict = {
  passes: true,
  reasoning: "Not checked: a conversation by text has no sound. Run it by sound.",
  isSkipped: true,
};

const NO_WORDS: Verdict = { passes: true, reasoning: "Not checked: the caller said nothing.", isSkipped: true };

/** The first finding of a kind as a failure. */
function decidedBy({ findings }: Measured, kind: TalkFinding["kind"], fails: boolean): Verdict | undefined {
  const found = fails ? findings.find((each) => each.kind === kind) : undefined;
  return found && { passes: false, reasoning: short(found.text), turn: found.turn, atMs: found.atMs };
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const timesOf = (times: number) => (times === 1 ? "once" : `${times} times`);
/** The tool, and the arguments that count. */
const calledAs = ({ toolName, arguments: wanted = {} }: { toolName: string; arguments?: Record<string, unknown> | undefined }) =>
  Object.keys(wanted).length === 0 ? toolName : `${toolName} with ${short(JSON.stringify(wanted))}`;

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

function checkTool(check: Extract<ScorerCheck, { type: "tool-called" }>, turns: readonly TestTurn[]): Verdict {
  const { toolName } = check;
  const { fitting, others } = fittingCalls(check, callsIn(turns));
  const [call] = fitting;
  if (call) return { passes: true, reasoning: `The agent called ${toolName} in turn ${call.turn}.`, turn: call.turn };
  const [other] = others;
  if (other) {
    const given = short(JSON.stringify(other.arguments));
    return { passes: false, reasoning: `The agent called ${toolName} with other arguments: ${given}`, turn: other.turn };
  }
  return { passes: false, reasoning: `The agent did not call ${toolName}.`, turn: turns.length || undefined };
}

const short = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
