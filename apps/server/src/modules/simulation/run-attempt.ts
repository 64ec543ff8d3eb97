import {
  type AnalysisUsage,
  type CallerBehavior,
  type CallerFact,
  CHAT_TURN_MAX_MS,
  type CreateAssistant,
  type Line,
  PlatformError,
  type SuiteTest,
  TEST_TURNS,
  type TestTurn,
  timeLimit,
  type Usage,
} from "@callwright/contract";
import { DEFAULT_MODEL } from "@callwright/engine/conversation";
import { privacyOf } from "../../platform/compliance/privacy.ts";
import { redactedKindsOf, redactValues } from "../../platform/compliance/redact-values.ts";
import { isDatabaseAway, loggableCause } from "../../platform/db/database-retry.ts";
import { storableText } from "../../platform/db/storable-text.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { Target } from "../assistant/resolve-target.ts";
import { AnalysisFailure } from "../call/analysis/judge.ts";
import { openJudge } from "../call/analysis/open-judge.ts";
import { storableReason } from "../chat/stored-words.ts";
import { mapTexts } from "../tool/run/render-values.ts";
import { HANGS_UP, type TestCaller, wordsOfAct } from "./caller/caller-act.ts";
import { openCaller } from "./caller/open-caller.ts";
import type { CalledNumber } from "./run-store.ts";
import type { ItemResult } from "./tables.ts";
import type { TakenTurn, TestedAgent } from "./tested-agent.ts";
import { AttemptGivenUp, type CallRemains, type TestRunContext, withTestedCall } from "./tested-call.ts";
import { withTestedChat } from "./tested-chat.ts";
import { type EndedTalk, reachVerdict } from "./verdict/reach-verdict.ts";

/** The assistant that plays callers without steps. */
export interface TesterConfig {
  assistant: Target["assistant"];
  variableValues: Record<string, unknown>;
}

/** Who calls in an attempt. */
export interface AttemptCaller {
  /** How the caller talks. Absent: neutrally. */
  behavior?: CallerBehavior | undefined;
  /** The assistant of a personality. With the built-in model it is played by the server's language model, if there is one. */
  personality?: TesterConfig | undefined;
  /** What the scenario's caller knows. */
  facts?: readonly CallerFact[] | undefined;
  /** Of a run as sound. Absent: in a run of a test suite, whose sound is not changed. */
  line?: Line | undefined;
  seed: number;
  /** The number that is called. Absent: none. */
  calls?: CalledNumber | undefined;
}

interface AttemptOptions {
  orgId: string;
  target: Target;
  tester: TesterConfig | null;
  test: SuiteTest;
  /** Absent: the neutral caller. */
  caller?: AttemptCaller | undefined;
  signal: AbortSignal;
}

export interface MadeAttempt {
  attempt: ItemResult;
  /** What the agent, the tester and the judge used. */
  usages: Usage[];
  analyses: AnalysisUsage[];
  /** The call of a voice test. Its cost is counted with the call. */
  call?: Omit<CallRemains, "events">;
}

/**
 * Runs and scores one conversation of a test. A failure in the conversation is its result; this function fails only if it is aborted or the database
 * is down.
 */
export async function runAttempt(context: TestRunContext, options: AttemptOptions): Promise<MadeAttempt> {
  const { orgId, target, test, signal } = options;
  const made: Omit<MadeAttempt, "attempt"> = { usages: [], analyses: [] };
  const talk: Talk = { turns: [], endedBy: "failure" };
  try {
    await talkTo(context, options, talk, made);
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseAway(error) || error instanceof AttemptGivenUp) throw error;
    talk.failure = reasonOf(error);
    if (talk.failure === UNEXPECTED) context.log.error({ err: loggableCause(error) }, "an attempt of a test failed unexpectedly");
  }
  const verdict = await reachVerdict(context, {
    orgId,
    assistant: target.assistant,
    scorers: test.scorers,
    evaluations: test.evaluations ?? [],
    talk,
    signal,
    onUsage: (usage) => made.analyses.push(usage),
  });
  const { failure, greeting, turns, endedBy, playedBy } = talk;
  const attempt: ItemResult = {
    ...(made.call && { callId: made.call.callId }),
    ...verdict,
    ...(greeting !== undefined && { greeting }),
    turns,
    endedBy,
    ...(playedBy && { playedBy }),
    ...(failure !== undefined && { failure }),
  };
  return {
    attempt: storableAttempt(target.assistant, mapTexts(attempt, storableText) as ItemResult),
    ...made,
  };
}

interface Talk extends EndedTalk {
  turns: TestTurn[];
  playedBy?: PlayedCaller["playedBy"];
}

/** Maximum length of an agent's message in the result, and of what it heard; the rest is cut. */
const ANSWER_MAX_CHARACTERS = 20_000;
const cut = (answer: string) => answer.slice(0, ANSWER_MAX_CHARACTERS).trim();

const UNEXPECTED = "The attempt failed unexpectedly.";

function reasonOf(error: unknown): string {
  return error instanceof PlatformError || error instanceof AnalysisFailure ? error.message : UNEXPECTED;
}

/** Opens the conversation in the way of the test. */
async function talkTo(
  context: TestRunContext,
  { orgId, target, tester: config, test, caller: who, signal }: AttemptOptions,
  talk: Talk,
  made: Pick<MadeAttempt, "usages" | "analyses" | "call">,
): Promise<void> {
  const onUsage = (usage: AnalysisUsage) => made.analyses.push(usage);
  const converse = async (agent: TestedAgent) => {
    if (agent.greeting !== undefined) talk.greeting = cut(agent.greeting);
    const { caller, playedBy } = await openAttemptCaller(context, { orgId, target, config, test, who, onUsage });
    if (who?.personality ?? who?.behavior) talk.playedBy = playedBy;
    Object.assign(talk, await converseInTurns(agent, { caller, test, talk, signal }));
  };
  const opened = { orgId, target, test: { mocks: test.toolMocks ?? [], runsTools: test.runsTools ?? false } };
  if (test.type === "chat") return withTestedChat(context, { ...opened, onUsage: (usage) => made.usages.push(usage) }, converse);
  const name = test.name ?? "Test";
  const { line, behavior: { voice, speed } = {}, seed = 0, calls } = who ?? {};
  const simulatedCaller = line && { line, seed, ...(voice && { voice }), ...(speed !== undefined && { speed }) };
  return withTestedCall(
    context,
    { ...opened, name, signal, ...(simulatedCaller && { simulatedCaller }), ...(calls && phoneOf(calls, seed)) },
    converse,
    ({ events, ...remains }) => {
      made.call = remains;
      talk.events = events;
    },
  );
}

/** Numbers that are for fiction in North America end with 0100 to 0199. */
const CALLER_NUMBERS = { before: "+1202555", first: 100, count: 100 };

/** What a call to a number knows, for the variables of the agent. The same seed has the same number. */
function phoneOf({ id, number }: CalledNumber, seed: number) {
  const { before, first, count } = CALLER_NUMBERS;
  const customer = { number: `${before}${String(first + (seed % count)).padStart(4, "0")}` };
  return {
    details: { phoneNumberId: id, customer, phoneCallProvider: "vapi" as const },
    phone: { customer, phoneNumber: { number } },
  };
}

async function converseInTurns(
  agent: TestedAgent,
  { caller, test, talk, signal }: { caller: TestCaller; test: SuiteTest; talk: Talk; signal: AbortSignal },
): Promise<Pick<Talk, "endedBy" | "failure">> {
  const maxTurns = test.maxTurns ?? TEST_TURNS.default;
  let answer = talk.greeting;
  for (;;) {
    const act = await caller.next(answer, AbortSignal.any([signal, timeLimit(CHAT_TURN_MAX_MS)]));
    const isAtLimit = talk.turns.length >= maxTurns;
    if (act.do === "hang-up" || isAtLimit) {
      await agent.leave(act.do === "hang-up" ? act.afterMs : HANGS_UP.afterMs);
      return { endedBy: act.do === "hang-up" ? "tester" : "turn-limit" };
    }
    const isSaid = act.do === "say";
    const taken: TakenTurn = isSaid ? await agent.take(act, signal, caller.listensMs) : await agent.wait(act.ms, signal);
    const { turn, before, ends, failure } = taken;
    if (before !== undefined) addToLast(talk, before);
    if (turn && isSaid) {
      const meant = act.meant === wordsOfAct(act) ? {} : { meant: act.meant };
      const interrupts = act.when === "interrupt" ? { interrupts: true } : {};
      const heard = turn.heard === undefined ? {} : { heard: cut(turn.heard) };
      talk.turns.push({ ...turn, ...heard, answer: cut(turn.answer), ...meant, ...interrupts });
    }
    if (failure !== undefined) return { endedBy: "failure", failure };
    if (ends) return { endedBy: "agent" };
    answer = isSaid ? talk.turns.at(-1)?.answer : before;
  }
}

/** What the agent says without a new message is a part of its last answer, or of its greeting. */
function addToLast(talk: Talk, words: string): void {
  const last = talk.turns.at(-1);
  if (last) last.answer = cut(`${last.answer} ${words}`);
  else talk.greeting = cut(`${talk.greeting ?? ""} ${words}`);
}

interface CallerOfAttempt {
  orgId: string;
  target: Target;
  config: TesterConfig | null;
  test: SuiteTest;
  who: AttemptCaller | undefined;
  onUsage: (usage: AnalysisUsage) => void;
}

interface PlayedCaller {
  caller: TestCaller;
  playedBy: NonNullable<ItemResult["playedBy"]>;
}

/** Steps need no language model. A model plays a script, if there is one; otherwise rules do. */
async function openAttemptCaller(context: ServerContext, options: CallerOfAttempt): Promise<PlayedCaller> {
  const { orgId, target, config, test, who, onUsage } = options;
  const { script, steps, persona } = test;
  const { personality, facts, seed = 0 } = who ?? {};
  const behavior = who?.behavior ?? (personality && {});
  const opened = {
    scenario: { script, steps, persona, facts },
    behavior,
    seed,
    medium: test.type === "voice" ? ("sound" as const) : ("text" as const),
  };
  if (steps) return { caller: openCaller(opened), playedBy: "steps" };
  if (behavior?.byRules) return { caller: openCaller(opened), playedBy: "rules" };
  const own = personality ? ownModelOf(personality) : config?.assistant.model;
  const judge = await openJudge(context, { orgId, assistant: target.assistant }, own);
  // Rules play a personality whose model this server cannot use, such as one that was written for another host.
  if (typeof judge === "string" && !personality) throw new AnalysisFailure(judge);
  if (judge === undefined || typeof judge === "string") return { caller: openCaller(opened), playedBy: "rules" };
  const { assistant, variableValues = {} } = personality ?? config ?? {};
  const model = { judge, assistant, variableValues, now: context.now, onUsage };
  return { caller: openCaller({ ...opened, model }), playedBy: "model" };
}

/** The model that a tester or a personality names. The built-in model plays nobody. */
export const ownModelOf = ({ assistant: { model } }: Pick<TesterConfig, "assistant">) =>
  model?.provider === DEFAULT_MODEL.provider && model.model === DEFAULT_MODEL.model ? undefined : model;

/**
 * The storable part of an attempt with this assistant, by the rules of calls and chats. Rubrics and checks stay; all words, including the tester's and
 * those that evaluations extracted, are redacted.
 */
function storableAttempt(assistant: CreateAssistant, attempt: ItemResult): ItemResult {
  const { greeting, turns, failure, scorerResults, evaluations, ...others } = attempt;
  const isPrivate = privacyOf(assistant.compliancePlan) !== undefined;
  const kinds = redactedKindsOf(assistant.compliancePlan);
  const evaluated = evaluations?.map((each) => {
    const { extractedValue, error } = each;
    const value = isPrivate ? null : kinds ? redactValues(extractedValue, kinds) : extractedValue;
    return { ...each, extractedValue: value, ...(error !== undefined && { error: storableReason(assistant, error) }) };
  });
  const reasoned = {
    ...others,
    ...(failure !== undefined && { failure: storableReason(assistant, failure) }),
    scorerResults: scorerResults.map((each) => ({ ...each, reasoning: storableReason(assistant, each.reasoning) })),
    ...(evaluated && { evaluations: evaluated }),
  };
  if (isPrivate) return reasoned;
  if (!kinds) return { ...reasoned, ...(greeting !== undefined && { greeting }), ...(turns && { turns }) };
  const redactTurn = ({ durationMs, ...words }: TestTurn): TestTurn => ({ ...redactValues(words, kinds), durationMs });
  return {
    ...reasoned,
    ...(greeting !== undefined && { greeting: redactValues(greeting, kinds) }),
    ...(turns && { turns: turns.map(redactTurn) }),
  };
}
