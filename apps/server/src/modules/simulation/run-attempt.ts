import {
  type AnalysisUsage,
  CHAT_TURN_MAX_MS,
  type CreateAssistant,
  PlatformError,
  type SuiteTest,
  TEST_TURNS,
  type TestAttempt,
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
import type { TestedConversation } from "./check-attempt.ts";
import { modelTester } from "./model-tester.ts";
import { scoreAttempt } from "./score-attempt.ts";
import type { TestedAgent } from "./tested-agent.ts";
import { AttemptGivenUp, type CallRemains, type TestRunContext, withTestedCall } from "./tested-call.ts";
import { withTestedChat } from "./tested-chat.ts";
import { linesOf, stepTester, type Tester } from "./tester.ts";

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
  attempt: TestAttempt;
  /** What the agent, the tester and the judge used. */
  usages: Usage[];
  analyses: AnalysisUsage[];
  /** The call of a voice test. Its cost is counted with the call. */
  call?: CallRemains;
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
  const judged = { orgId, assistant: target.assistant };
  const needsJudge = test.scorers.some(({ check }) => check === undefined);
  const scorerResults = await scoreAttempt(test.scorers, talk, {
    judge: needsJudge ? await openJudge(context, judged, undefined) : undefined,
    signal,
    onUsage: (usage) => made.analyses.push(usage),
  });
  const { failure, greeting, turns, endedBy } = talk;
  const passes = failure === undefined && scorerResults.every(({ result }) => result === "pass");
  const attempt: TestAttempt = {
    ...(made.call && { callId: made.call.callId }),
    scorerResults,
    result: passes ? "pass" : "fail",
    ...(greeting !== undefined && { greeting }),
    turns,
    endedBy,
    ...(failure !== undefined && { failure }),
  };
  return {
    attempt: storableAttempt(target.assistant, mapTexts(attempt, storableText) as TestAttempt),
    ...made,
  };
}

interface Talk extends TestedConversation {
  turns: TestTurn[];
  failure?: string;
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
  return withTestedCall(context, { ...opened, name, signal }, converse, (remains) => {
    made.call = remains;
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
 * The storable part of an attempt with this assistant, by the rules of calls and chats. Rubrics and checks stay; all words, including the tester's,
 * are redacted.
 */
function storableAttempt(assistant: CreateAssistant, attempt: TestAttempt): TestAttempt {
  const { greeting, turns, failure, scorerResults, ...others } = attempt;
  const reasoned = {
    ...others,
    ...(failure !== undefined && { failure: storableReason(assistant, failure) }),
    scorerResults: scorerResults.map((each) => ({ ...each, reasoning: storableReason(assistant, each.reasoning) })),
  };
  if (privacyOf(assistant.compliancePlan)) return reasoned;
  const kinds = redactedKindsOf(assistant.compliancePlan);
  if (!kinds) return { ...reasoned, ...(greeting !== undefined && { greeting }), ...(turns && { turns }) };
  const redactTurn = ({ durationMs, ...words }: TestTurn): TestTurn => ({ ...redactValues(words, kinds), durationMs });
  return {
    ...reasoned,
    ...(greeting !== undefined && { greeting: redactValues(greeting, kinds) }),
    ...(turns && { turns: turns.map(redactTurn) }),
  };
}
