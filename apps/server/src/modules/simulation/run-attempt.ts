import {
  type AnalysisUsage,
  CHAT_TURN_MAX_MS,
  type CreateAssistant,
  PlatformError,
  type SuiteTest,
  TEST_TURNS,
  type TestTurn,
  timeLimit,
  type Usage,
} from "@callwright/contract";
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
import { modelTester } from "./model-tester.ts";
import type { ItemResult } from "./tables.ts";
import type { TestedAgent } from "./tested-agent.ts";
import { AttemptGivenUp, type CallRemains, type TestRunContext, withTestedCall } from "./tested-call.ts";
import { withTestedChat } from "./tested-chat.ts";
import { linesOf, stepTester, type Tester } from "./tester.ts";
import { type EndedTalk, reachVerdict } from "./verdict/reach-verdict.ts";

/** The assistant that plays callers without steps. */
export interface TesterConfig {
  assistant: Target["assistant"];
  variableValues: Record<string, unknown>;
}

interface AttemptOptions {
  orgId: string;
  target: Target;
  tester: TesterConfig | null;
  test: SuiteTest;
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
  const { failure, greeting, turns, endedBy } = talk;
  const attempt: ItemResult = {
    ...(made.call && { callId: made.call.callId }),
    ...verdict,
    ...(greeting !== undefined && { greeting }),
    turns,
    endedBy,
    ...(failure !== undefined && { failure }),
  };
  return {
    attempt: storableAttempt(target.assistant, mapTexts(attempt, storableText) as ItemResult),
    ...made,
  };
}

interface Talk extends EndedTalk {
  turns: TestTurn[];
}

/** Maximum length of an agent's message in the result; the rest is cut. */
const ANSWER_MAX_CHARACTERS = 20_000;
const cut = (answer: string) => answer.slice(0, ANSWER_MAX_CHARACTERS).trim();

const UNEXPECTED = "The attempt failed unexpectedly.";

function reasonOf(error: unknown): string {
  return error instanceof PlatformError || error instanceof AnalysisFailure ? error.message : UNEXPECTED;
}

/** Opens the conversation in the way of the test. */
async function talkTo(
  context: TestRunContext,
  { orgId, target, tester: config, test, signal }: AttemptOptions,
  talk: Talk,
  made: Pick<MadeAttempt, "usages" | "analyses" | "call">,
): Promise<void> {
  const onUsage = (usage: AnalysisUsage) => made.analyses.push(usage);
  const converse = async (agent: TestedAgent) => {
    if (agent.greeting !== undefined) talk.greeting = cut(agent.greeting);
    const tester = await openTester(context, { orgId, target, config, test, onUsage });
    Object.assign(talk, await converseInTurns(agent, { tester, test, talk, signal }));
  };
  const opened = { orgId, target, test: { mocks: test.toolMocks ?? [], runsTools: test.runsTools ?? false } };
  if (test.type === "chat") return withTestedChat(context, { ...opened, onUsage: (usage) => made.usages.push(usage) }, converse);
  const name = test.name ?? "Test";
  return withTestedCall(context, { ...opened, name, signal }, converse, ({ events, ...remains }) => {
    made.call = remains;
    talk.events = events;
  });
}

async function converseInTurns(
  agent: TestedAgent,
  { tester, test, talk, signal }: { tester: Tester; test: SuiteTest; talk: Talk; signal: AbortSignal },
): Promise<Pick<Talk, "endedBy" | "failure">> {
  const maxTurns = test.maxTurns ?? TEST_TURNS.default;
  let answer = talk.greeting;
  for (;;) {
    const said = await tester.next(answer, AbortSignal.any([signal, timeLimit(CHAT_TURN_MAX_MS)]));
    const isOver = said === undefined || talk.turns.length >= maxTurns;
    if (isOver) {
      await agent.leave();
      return { endedBy: said === undefined ? "tester" : "turn-limit" };
    }
    const { turn, ends, failure } = await agent.take(said, signal);
    if (turn) talk.turns.push({ ...turn, answer: cut(turn.answer) });
    if (failure !== undefined) return { endedBy: "failure", failure };
    if (ends) return { endedBy: "agent" };
    answer = talk.turns.at(-1)?.answer;
  }
}

interface TesterOptions {
  orgId: string;
  target: Target;
  config: TesterConfig | null;
  test: SuiteTest;
  onUsage: (usage: AnalysisUsage) => void;
}

/** Steps need no language model. A model plays a script, if there is one; otherwise its lines are said. */
async function openTester(context: ServerContext, { orgId, target, config, test, onUsage }: TesterOptions): Promise<Tester> {
  if (test.steps) return stepTester(test.steps);
  const { script, persona } = test;
  const judge = await openJudge(context, { orgId, assistant: target.assistant }, config?.assistant.model);
  if (typeof judge === "string") throw new AnalysisFailure(judge);
  if (judge === undefined) return stepTester(linesOf(script));
  const { assistant, variableValues = {} } = config ?? {};
  return modelTester({ judge, assistant, variableValues, script, persona, now: context.now, onUsage });
}

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
