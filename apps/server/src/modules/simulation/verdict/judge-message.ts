import { isDeepStrictEqual } from "node:util";
import {
  ANALYSIS_TIMEOUT_SECONDS,
  type AnalysisUsage,
  type CreateAssistant,
  type EvalJudgePlan,
  type EvalMessage,
  type EvalResultMessage,
  type EvalToolCall,
  type HistoryItem,
} from "@callwright/contract";
import { createTemplateRenderer, openPattern, WorkBudget, withinBudget } from "@callwright/engine/conversation";
import { type Fence, openFence } from "../../call/analysis/fenced.ts";
import { AnalysisFailure, askJudge, type ReadAnswer } from "../../call/analysis/judge.ts";
import { type JudgeContext, openJudge } from "../../call/analysis/open-judge.ts";
import { askTwice } from "./ask-twice.ts";

type AiPlan = Extract<EvalJudgePlan, { type: "ai" }>;
type WordsPlan = Exclude<EvalJudgePlan, AiPlan>;
export type MessageVerdict = NonNullable<EvalResultMessage["judge"]>;

/** Limit of the patterns of one message, in steps: about 30 ms. */
const PATTERN_STEPS = 10_000_000;
/** Characters of a message that a reason repeats. */
const SHOWN_CHARACTERS = 300;

/** The patterns of an eval that cannot be searched: the field, and why, as one text. */
export function patternProblems(messages: readonly EvalMessage[]): string[] {
  return messages.flatMap((message, index) => {
    const plan = "judgePlan" in message ? message.judgePlan : undefined;
    if (plan?.type !== "regex") return [];
    const place = `messages.${index}.judgePlan`;
    const { content = "", toolCalls = [] } = plan;
    const given = toolCalls.flatMap(({ arguments: wanted = {} }, at) =>
      Object.entries(wanted).map(([name, value]) => [`${place}.toolCalls.${at}.arguments.${name}`, value] as const),
    );
    return [[`${place}.content`, content] as const, ...given].flatMap(([field, value]) => {
      const pattern = typeof value === "string" ? openPattern(value) : undefined;
      return typeof pattern === "string" ? [`${field} ${pattern}`] : [];
    });
  });
}

interface Judged {
  orgId: string;
  /** Its model judges if the plan has none. */
  assistant: CreateAssistant;
  /** The conversation. The last message is judged. */
  messages: readonly EvalResultMessage[];
  signal: AbortSignal;
  onAnalysis: (usage: AnalysisUsage) => void;
}

/** Judges the last message. A judge that cannot answer is a failure with its reason. Fails only if it is aborted. */
export async function judgeMessage(context: JudgeContext, plan: EvalJudgePlan, judged: Judged): Promise<MessageVerdict> {
  if (plan.type !== "ai") return toVerdict(wordsProblem(plan, judged.messages.at(-1) ?? { role: "assistant" }));
  try {
    return await askAi(context, plan, judged);
  } catch (error) {
    if (!(error instanceof AnalysisFailure)) throw error;
    return toVerdict(error.message);
  }
}

const toVerdict = (failureReason: string | undefined): MessageVerdict =>
  failureReason === undefined ? { status: "pass" } : { status: "fail", failureReason };

/** Why the message is not as the plan says. Patterns were checked when the eval was stored. */
function wordsProblem(plan: WordsPlan, message: EvalResultMessage): string | undefined {
  return withinBudget(
    "pattern of an eval",
    () => contentProblem(plan, message) ?? callsProblem(plan, message),
    ({ limit }) => `The pattern is too costly for this message: more than ${limit}.`,
  );
}

function contentProblem({ type, content = "" }: WordsPlan, { content: said = "" }: EvalResultMessage): string | undefined {
  // Clients that expect tool calls alone send an empty content.
  if (content === "") return undefined;
  const fits = type === "exact" ? said.trim().toLowerCase() === content.trim().toLowerCase() : matches(content, said);
  const what = type === "exact" ? "the words" : "words that match";
  return fits ? undefined : `Expected ${what} “${short(content)}”, but the assistant said “${short(said)}”.`;
}

function callsProblem({ type, toolCalls: wanted }: WordsPlan, { toolCalls: made = [] }: EvalResultMessage): string | undefined {
  if (!wanted) return undefined;
  const names = (calls: readonly EvalToolCall[]) =>
    calls.length === 0 ? "no tool call" : calls.map(({ name }) => name).join(", ");
  const unexpected = `Expected ${names(wanted)}, but the assistant made ${names(made)}.`;
  if (type === "exact") {
    const isSame = wanted.length === made.length && wanted.every(({ name }, index) => name === made[index]?.name);
    if (!isSame) return unexpected;
    return wanted.flatMap((call, index) => argumentsProblem(type, call, made[index]?.arguments) ?? [])[0];
  }
  if (wanted.length === 0) return made.length === 0 ? undefined : unexpected;
  // In their order, with others between.
  let from = 0;
  for (const call of wanted) {
    const rest = made.slice(from);
    const at = rest.findIndex((each) => each.name === call.name && !argumentsProblem(type, call, each.arguments));
    if (at === -1) {
      const sameName = rest.find(({ name }) => name === call.name);
      return sameName ? argumentsProblem(type, call, sameName.arguments) : unexpected;
    }
    from += at + 1;
  }
  return undefined;
}

function argumentsProblem(
  type: WordsPlan["type"],
  { name, arguments: wanted }: EvalToolCall,
  given: Readonly<Record<string, unknown>> = {},
): string | undefined {
  if (!wanted) return undefined;
  const shown = (value: unknown) => short(JSON.stringify(value) ?? "nothing");
  if (type === "exact")
    return isDeepStrictEqual({ ...given }, { ...wanted })
      ? undefined
      : `Expected ${name} with ${shown(wanted)}, but the assistant called it with ${shown(given)}.`;
  const wrong = Object.entries(wanted).find(([field, value]) => {
    const actual = given[field];
    if (typeof value !== "string") return !isDeepStrictEqual(actual, value);
    return actual === undefined || !matches(value, typeof actual === "string" ? actual : JSON.stringify(actual));
  });
  if (!wrong) return undefined;
  const [field, value] = wrong;
  return `Expected ${name} with ${field} that matches ${shown(value)}, but the assistant gave ${shown(given[field])}.`;
}

/** Throws `OverBudget`. */
function matches(pattern: string, text: string): boolean {
  const search = openPattern(pattern);
  return typeof search !== "string" && search.find(text, 1, new WorkBudget(PATTERN_STEPS)).length > 0;
}

const short = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);

// A model judges

const DEFAULT_PROMPT =
  "You judge the last message of a conversation between a caller and an AI agent: is it a correct, complete and polite reaction to the messages before, which follows the system messages? Answer with exactly one word: pass or fail.";

async function askAi(
  context: JudgeContext,
  { model }: AiPlan,
  { orgId, assistant, messages, signal, onAnalysis }: Judged,
): Promise<MessageVerdict> {
  const judge = await openJudge(context, { orgId, assistant }, model);
  if (judge === undefined)
    throw new AnalysisFailure(
      "A language model judges this message, and there is none. Name one in judgePlan.model, or use a plan of the type exact or regex.",
    );
  if (typeof judge === "string") throw new AnalysisFailure(judge);
  const { answer, answers, agreeing } = await askTwice(() =>
    askJudge(judge, {
      messages: questionOf(model?.messages ?? [], messages, context.now),
      timeoutSeconds: ANALYSIS_TIMEOUT_SECONDS[judge.isOwnServer ? "ownServer" : "structuredOutput"],
      signal,
      read: readPassOrFail,
      onUsage: (usage) => onAnalysis({ part: "test", ...usage }),
    }),
  );
  return answer.result === "pass" ? { status: "pass" } : toVerdict(`The judge said fail in ${agreeing} of ${answers} answers.`);
}

const readPassOrFail: ReadAnswer<{ result: "pass" | "fail" }> = (text) => {
  const word = /^\W*(pass|fail)\W*$/i.exec(text)?.[1]?.toLowerCase();
  return word === "pass" || word === "fail" ? { value: { result: word } } : { problem: "It must be the one word pass or fail." };
};

/** The judge's own messages, with the conversation in place of `{{messages}}`; without any, our question. Fails with an `AnalysisFailure`. */
function questionOf(
  own: readonly { role: string; content: string | null }[],
  messages: readonly EvalResultMessage[],
  now: () => Date,
): HistoryItem[] {
  const fence = openFence();
  const values = { messages: messages.map((message) => fencedMessage(message, fence)) };
  if (own.length === 0)
    return [
      { type: "system", text: `${DEFAULT_PROMPT}\n\n${fence.rule}` },
      { type: "user", text: values.messages.join("\n") },
    ];
  let problem: string | undefined;
  const render = createTemplateRenderer({
    variableValues: {},
    now,
    onProblem({ message }) {
      problem ??= message;
    },
  });
  const asked = own.map(({ role, content }): HistoryItem => {
    const type = role === "system" || role === "assistant" ? role : "user";
    return { type, text: render(content ?? "", "judge", values) };
  });
  if (problem !== undefined) throw new AnalysisFailure(`A message of the judge cannot be rendered: ${problem}`);
  return [{ type: "system", text: fence.rule }, ...asked];
}

/** A message as a template sees it: `{{messages[-1].content}}` is its content, `{{messages[-1]}}` all of it as JSON in the fence. */
function fencedMessage({ role, content = "", toolCalls }: EvalResultMessage, { around }: Fence): object {
  const shown = { role, content, ...(toolCalls && { toolCalls }) };
  const whole = `${around(JSON.stringify(shown))}\n`;
  return Object.defineProperty({ ...shown }, "toString", { value: () => whole });
}
