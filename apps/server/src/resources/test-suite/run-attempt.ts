import {
  type AnalysisUsage,
  CHAT_TURN_MAX_MS,
  type HistoryItem,
  PlatformError,
  type SuiteTest,
  TEST_TURNS,
  type TestAttempt,
  type TestTurn,
  type Usage,
} from "@callwright/contract";
import type { Conversation } from "@callwright/engine/conversation";
import { AnalysisFailure } from "../../analysis/judge.ts";
import { SESSION_HOOK_EVENT } from "../../capabilities/runnable.ts";
import { mapTexts } from "../../conversations/render-values.ts";
import { isDatabaseAway, loggableCause } from "../../db/database-retry.ts";
import { storableText } from "../../db/storable-text.ts";
import type { ServerContext } from "../../server-context.ts";
import type { Target } from "../assistant/resolve-target.ts";
import { openAgents } from "../assistant/team/open-agents.ts";
import { openJudge } from "../call-analysis/open-judge.ts";
import { converse, storablePrompt } from "../chat/converse.ts";
import { chatKeys } from "../chat/open-session.ts";
import { beginSession } from "../chat/session-hooks.ts";
import type { TestedConversation } from "./check-attempt.ts";
import { modelTester } from "./model-tester.ts";
import { scoreAttempt } from "./score-attempt.ts";
import { linesOf, stepTester, type Tester } from "./tester.ts";

export type ChatTest = Extract<SuiteTest, { type: "chat" }>;

/** Who plays callers without steps. */
export interface TesterConfig {
  assistant: Target["assistant"];
  variableValues: Record<string, unknown>;
}

interface AttemptOptions {
  orgId: string;
  target: Target;
  tester: TesterConfig | null;
  test: ChatTest;
  signal: AbortSignal;
}

export interface MadeAttempt {
  attempt: TestAttempt;
  /** Of the agent, and of the tester and the judge. */
  usages: Usage[];
  analyses: AnalysisUsage[];
}

/** What a message of an agent has at most: more is cut. */
const ANSWER_MAX_CHARACTERS = 20_000;

/** One conversation of a test, scored. What goes wrong in it is its result; only an aborted one and a database that is away fail. */
export async function runAttempt(context: ServerContext, options: AttemptOptions): Promise<MadeAttempt> {
  const { orgId, target, test, signal } = options;
  const made: Pick<MadeAttempt, "usages" | "analyses"> = { usages: [], analyses: [] };
  const talk: Talk = { turns: [], endedBy: "failure" };
  try {
    await talkTo(context, options, talk, made);
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseAway(error)) throw error;
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
  const { failure, turns, endedBy } = talk;
  const passes = failure === undefined && scorerResults.every(({ result }) => result === "pass");
  const attempt = { scorerResults, result: passes ? ("pass" as const) : ("fail" as const), turns, endedBy };
  return {
    attempt: mapTexts({ ...attempt, ...(failure !== undefined && { failure }) }, storableText) as TestAttempt,
    ...made,
  };
}

interface Talk extends TestedConversation {
  turns: TestTurn[];
  failure?: string;
}

const UNEXPECTED = "The attempt failed unexpectedly.";

function reasonOf(error: unknown): string {
  return error instanceof PlatformError || error instanceof AnalysisFailure ? error.message : UNEXPECTED;
}

async function talkTo(
  context: ServerContext,
  { orgId, target: shared, tester: config, test, signal }: AttemptOptions,
  talk: Talk,
  used: Pick<MadeAttempt, "usages" | "analyses">,
): Promise<void> {
  const caller = { orgId, tag: "private" as const };
  // Agents that servers choose join the team of their attempt alone.
  const target = structuredClone(shared);
  const id = context.newId();
  const session = { ...target, id, orgId, customer: null, openingMessages: [] };
  const orgKeys = await chatKeys(context, caller, target);
  const agents = await openAgents(context, caller, target, {
    conversation: { type: "session", sessionId: id },
    hookEvents: [SESSION_HOOK_EVENT],
    isOfVisitor: false,
    parts: ["model"],
    test: { mocks: test.toolMocks ?? [], runsTools: test.runsTools ?? false },
  });
  try {
    const prompt = storablePrompt(await converse(context, context.log, session));
    const begun = await beginSession(context, context.log, session, { history: prompt, variables: {}, tools: agents.tools });
    const conversation = await converse(context, context.log, session, {
      history: [...prompt, ...begun.history],
      variables: begun.variables,
      orgKeys,
      tools: agents.tools.runner,
      team: agents.team,
      onCountedUsage: (usage) => used.usages.push(usage),
    });
    const onUsage = (usage: AnalysisUsage) => used.analyses.push(usage);
    const tester = await openTester(context, { orgId, target, config, test, onUsage });
    Object.assign(talk, await converseInTurns(conversation, { tester, test, talk, signal }));
  } finally {
    await agents.tools.close();
  }
}

async function converseInTurns(
  conversation: Conversation,
  { tester, test, talk, signal }: { tester: Tester; test: ChatTest; talk: Talk; signal: AbortSignal },
): Promise<Pick<Talk, "endedBy" | "failure">> {
  const maxTurns = test.maxTurns ?? TEST_TURNS.default;
  for (;;) {
    const said = await tester.next(talk.turns.at(-1)?.answer, AbortSignal.any([signal, AbortSignal.timeout(CHAT_TURN_MAX_MS)]));
    if (said === undefined) return { endedBy: "tester" };
    if (talk.turns.length >= maxTurns) return { endedBy: "turn-limit" };
    const { turn, ends, failure } = await takeTurn(conversation, said, signal);
    talk.turns.push(turn);
    if (failure !== undefined) return { endedBy: "failure", failure };
    if (ends) return { endedBy: "agent" };
  }
}

async function takeTurn(conversation: Conversation, said: string, signal: AbortSignal) {
  const known = conversation.history.length;
  const startedMs = performance.now();
  const timeout = AbortSignal.timeout(CHAT_TURN_MAX_MS);
  let [answer, ends, failure]: [string, boolean, string | undefined] = ["", false, undefined];
  for await (const part of conversation.reply(said, AbortSignal.any([signal, timeout]))) {
    if (part.type === "text") answer += part.text;
    else if (part.type === "end") ends = true;
    else if (part.type === "failure") failure = `The agent's model failed. ${part.message}`;
  }
  signal.throwIfAborted();
  if (timeout.aborted) failure ??= `The agent did not answer within ${CHAT_TURN_MAX_MS / 1000} s.`;
  const { name } = conversation.speaker;
  const turn: TestTurn = {
    said,
    answer: answer.slice(0, ANSWER_MAX_CHARACTERS).trim(),
    durationMs: Math.round(performance.now() - startedMs),
    toolCalls: conversation.history.slice(known).flatMap(toToolCall),
    ...(name !== undefined && { agent: name }),
  };
  return { turn, ends, failure };
}

function toToolCall(item: HistoryItem): TestTurn["toolCalls"] {
  if (item.type !== "tool") return [];
  const { call, answer } = item;
  return [{ name: call.name, arguments: call.arguments, result: answer?.result ?? "", failed: answer?.failed ?? true }];
}

interface TesterOptions {
  orgId: string;
  target: Target;
  config: TesterConfig | null;
  test: ChatTest;
  onUsage: (usage: AnalysisUsage) => void;
}

/** Steps need no language model. A script is played by one, if there is one; otherwise its lines are said. */
async function openTester(context: ServerContext, { orgId, target, config, test, onUsage }: TesterOptions): Promise<Tester> {
  if (test.steps) return stepTester(test.steps);
  const { script, persona } = test;
  const judge = await openJudge(context, { orgId, assistant: target.assistant }, config?.assistant.model);
  if (typeof judge === "string") throw new AnalysisFailure(judge);
  if (judge === undefined) return stepTester(linesOf(script));
  const { assistant, variableValues = {} } = config ?? {};
  return modelTester({ judge, assistant, variableValues, script, persona, now: context.now, onUsage });
}
