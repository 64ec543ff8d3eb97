import {
  type AnalysisUsage,
  CHAT_TURN_MAX_MS,
  type ConversationMessage,
  type CreateAssistant,
  type CreateEval,
  type EvalMessage,
  type EvalResultMessage,
  type EvalRunResult,
  type EvalToolCall,
  invalid,
  type ToolCall,
  type ToolItem,
  timeLimit,
  toHistory,
  toMessageToolCall,
  type Usage,
} from "@callwright/contract";
import type { AgentTool, Conversation, ToolRunner } from "@callwright/engine/conversation";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import { redactedKindsOf, redactValues } from "../../../platform/compliance/redact-values.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { Target } from "../../assistant/resolve-target.ts";
import { storableReason } from "../../chat/stored-words.ts";
import type { OpenTeam } from "../../tool/run/agents/open-team.ts";
import { mapTexts } from "../../tool/run/render-values.ts";
import type { TestedTools } from "../../tool/run/tested-tools.ts";
import { withTestedSession } from "../tested-chat.ts";
import { judgeMessage, type MessageVerdict, patternProblems } from "./judge-message.ts";

type AssistantMessage = Extract<EvalMessage, { role: "assistant" }>;
type ToolMessage = Extract<EvalMessage, { role: "tool" }>;

interface MockConversationOptions {
  orgId: string;
  target: Target;
  eval: Pick<CreateEval, "messages">;
  /** How tools answer that a judge of a tool's message wants to see. Default: nothing is run. */
  test?: TestedTools;
  /** Aborted: the run is canceled. */
  signal: AbortSignal;
  onUsage: (usage: Usage) => void;
  onAnalysis: (usage: AnalysisUsage) => void;
}

/** The conversation could not go on: its agent's model failed, or did not answer in time. */
export class MockConversationFailure extends Error {
  override name = "MockConversationFailure";
  readonly endedReason: "error" | "timeout";
  /** The conversation so far. */
  readonly result: EvalRunResult;

  constructor(endedReason: "error" | "timeout", message: string, result: EvalRunResult) {
    super(message);
    this.endedReason = endedReason;
    this.result = result;
  }
}

/** Fails with `validation-failed` for a pattern that cannot be searched for. */
export function requireRunnableEval({ messages }: Pick<CreateEval, "messages">): void {
  const problems = patternProblems(messages);
  if (problems.length > 0) throw invalid(...problems);
}

const NO_TEST: TestedTools = { mocks: [], runsTools: false };

/**
 * Has the agent answer in a mock conversation, and judges its answers. Tools are not run: a call waits for the next tool's message. A handoff takes
 * place at once. The result is storable with the agent's compliance plans. Fails with a `MockConversationFailure`, as chats with the target do, or if
 * it is aborted.
 */
export async function runMockConversation(context: ServerContext, options: MockConversationOptions): Promise<EvalRunResult> {
  const { orgId, target, test = NO_TEST, signal, onUsage, onAnalysis } = options;
  const { assistant } = target;
  const startedAt = context.now().toISOString();
  return withTestedSession(context, { orgId, target, test, onUsage }, async ({ opening, variables, agents, resume }) => {
    const mock = new MockConversation(opening, variables);
    const shown = judgedTeam(agents.team);
    const tools = judgedRunner(agents.tools.runner);
    const converse = () => resume({ history: mock.history, variables: mock.variables, tools, ...(shown && { team: shown }) });
    const result = () => storableResult(assistant, mock.messages, { startedAt, endedAt: context.now().toISOString() });
    const fail = (endedReason: "error" | "timeout", why: string) =>
      new MockConversationFailure(endedReason, storableReason(assistant, why), result());
    const judge = (plan: NonNullable<AssistantMessage["judgePlan"]>) =>
      judgeMessage(context, plan, { orgId, assistant, messages: mock.messages, signal, onAnalysis });

    for (const message of options.eval.messages) {
      signal.throwIfAborted();
      if (message.role === "user" || message.role === "system") mock.say(message);
      else if (message.role === "tool") {
        const runner = async () => agents.team?.runners.get((await converse()).speaker.name ?? "") ?? agents.tools.runner;
        await answerCall(mock, message, { runner, judge, signal });
      } else if (!message.judgePlan) mock.mock(message);
      else {
        const timeout = timeLimit(CHAT_TURN_MAX_MS);
        const answer = await answerOf(await converse(), AbortSignal.any([signal, timeout]));
        signal.throwIfAborted();
        if (timeout.aborted) throw fail("timeout", `The agent did not answer within ${CHAT_TURN_MAX_MS / 1000} s.`);
        if (answer.failure !== undefined) throw fail("error", answer.failure);
        const said = mock.show(answer);
        said.judge = await judge(message.judgePlan);
        mock.add(answer, message.continuePlan);
        if (said.judge.status === "fail" && message.continuePlan?.exitOnFailureEnabled) break;
      }
    }
    return result();
  });
}

/** The answer to a tool call: as the eval says it, or, for a judge, the tool's own. */
async function answerCall(
  mock: MockConversation,
  { content, judgePlan }: ToolMessage,
  {
    runner,
    judge,
    signal,
  }: {
    runner: () => Promise<ToolRunner>;
    judge: (plan: NonNullable<ToolMessage["judgePlan"]>) => Promise<MessageVerdict>;
    signal: AbortSignal;
  },
): Promise<void> {
  if (!judgePlan) {
    mock.answer(content ?? "");
    return;
  }
  const call = mock.nextCall;
  if (!call) {
    const said = mock.answer("");
    said.judge = { status: "fail", failureReason: "No tool call waits for an answer." };
    return;
  }
  // A handoff has an answer already.
  if (call.answer !== undefined) mock.answer(call.answer);
  else {
    const { result, failed, variables } = await (await runner()).run(call, mock.variables, signal, toHistory(mock.history));
    signal.throwIfAborted();
    mock.answer(result, failed);
    Object.assign(mock.variables, variables);
  }
  const said = mock.messages.at(-1);
  if (said) said.judge = await judge(judgePlan);
}

interface Answer {
  content: string;
  /** With the answers that the conversation itself has given: of handoffs, of the end of the conversation, to mistakes. */
  calls: readonly Pick<ToolItem, "call" | "answer">[];
  failure?: string;
}

/** One message of the agent: its words and tool calls. Ends where another agent takes over. */
async function answerOf(conversation: Conversation, signal: AbortSignal): Promise<Answer> {
  const known = conversation.history.length;
  let content = "";
  let failure: string | undefined;
  for await (const part of conversation.reply("", signal)) {
    if (part.type === "text") content += part.text;
    else if (part.type === "failure") failure = `The agent's model failed. ${part.message}`;
    else if (part.type === "handoff") break;
  }
  const calls = conversation.history.slice(known).flatMap((item) => (item.type === "tool" ? [item] : []));
  return { content: content.trim(), calls, ...(failure !== undefined && { failure }) };
}

/** A call that a tool's message may answer. */
interface OpenCall extends ToolCall {
  /** The conversation's own answer, and its place in the history. */
  answer?: string;
  place?: number;
}

/** The messages of a run, and the history that the agent sees. */
class MockConversation {
  readonly messages: EvalResultMessage[] = [];
  readonly history: ConversationMessage[];
  readonly variables: Record<string, unknown>;
  /** The calls of the assistant's last message that no tool's message has answered. */
  #open: OpenCall[] = [];

  constructor(opening: readonly ConversationMessage[], variables: Record<string, unknown>) {
    this.history = [...opening];
    this.variables = { ...variables };
  }

  get nextCall(): OpenCall | undefined {
    return this.#open[0];
  }

  say(message: { role: "user" | "system"; content: string }): void {
    this.messages.push({ ...message });
    this.history.push({ ...message });
  }

  /** A message of the assistant as the eval has it. */
  mock({ content = "", toolCalls = [] }: AssistantMessage): void {
    const answer = { content, calls: this.#callsOf(toolCalls) };
    this.show(answer);
    this.add(answer);
  }

  /** The assistant's message, for the judge. */
  show({ content, calls }: Answer): EvalResultMessage {
    const toolCalls = calls.map(({ call: { name, arguments: given } }) => ({ name, arguments: given }));
    const message: EvalResultMessage = {
      role: "assistant",
      ...(content !== "" && { content }),
      ...(toolCalls.length > 0 && { toolCalls }),
    };
    this.messages.push(message);
    return message;
  }

  /** The assistant's message, for the agent, with what replaces it from here on. */
  add(made: Answer, { contentOverride, toolCallsOverride }: NonNullable<AssistantMessage["continuePlan"]> = {}): void {
    const content = contentOverride ?? made.content;
    const calls = toolCallsOverride ? this.#callsOf(toolCallsOverride) : made.calls;
    this.history.push({
      role: "assistant",
      content,
      ...(calls.length > 0 && { tool_calls: calls.map(({ call }) => toMessageToolCall(call)) }),
    });
    this.#open = calls.map(({ call, answer }): OpenCall => {
      if (!answer) return call;
      const place = this.history.push(answerMessage(call, answer.result, answer.failed)) - 1;
      return { ...call, answer: answer.result, place };
    });
  }

  /** The answer to the next open call. Without one, the agent reads it as a note. */
  answer(content: string, failed = false): EvalResultMessage {
    const call = this.#open.shift();
    const message = answerMessage(call ?? { id: "none" }, content, failed);
    if (call?.place === undefined) this.history.push(message);
    else this.history[call.place] = message;
    const said: EvalResultMessage = { role: "tool", content };
    this.messages.push(said);
    return said;
  }

  #callsOf(calls: readonly EvalToolCall[]): Answer["calls"] {
    return calls.map(({ name, arguments: given = {} }, index) => ({
      call: { id: `eval_${this.history.length}_${index + 1}`, name, arguments: given },
      answer: null,
    }));
  }
}

const answerMessage = ({ id }: Pick<ToolCall, "id">, content: string, failed: boolean): ConversationMessage => ({
  role: "tool",
  tool_call_id: id,
  content,
  ...(failed && { failed }),
});

/** The same tools; none is run, and each call waits for an answer. Handoffs and the end of the conversation take place. */
function judgedRunner(runner: ToolRunner): ToolRunner {
  return {
    get tools() {
      return runner.tools.map(judgedTool);
    },
    run: async () => ({ result: "", failed: false, isPending: true }),
  };
}

function judgedTool({ rejectionPlan: _, reason: __, ...tool }: AgentTool): AgentTool {
  const action = tool.action === "handoff" || tool.action === "end-call" ? tool.action : "run";
  // What a tool says by itself is not the model's message.
  return { ...tool, action, isAsync: false, messages: [], mayRepeat: true };
}

function judgedTeam(team: OpenTeam | undefined): OpenTeam | undefined {
  return team && { spec: team.spec, runners: new Map([...team.runners].map(([name, runner]) => [name, judgedRunner(runner)])) };
}

function storableResult(
  assistant: CreateAssistant,
  messages: readonly EvalResultMessage[],
  times: Pick<EvalRunResult, "startedAt" | "endedAt">,
): EvalRunResult {
  const status = messages.every(({ judge }) => judge?.status !== "fail") ? "pass" : "fail";
  if (privacyOf(assistant.compliancePlan)) return { status, messages: [], ...times };
  const kinds = redactedKindsOf(assistant.compliancePlan);
  const storable = mapTexts(messages, storableText) as EvalResultMessage[];
  const redact = ({ role, judge, ...words }: EvalResultMessage): EvalResultMessage => ({
    role,
    ...(kinds && role !== "system" ? redactValues(words, kinds) : words),
    ...(judge && {
      judge:
        judge.failureReason === undefined ? judge : { ...judge, failureReason: storableReason(assistant, judge.failureReason) },
    }),
  });
  return { status, messages: storable.map(redact), ...times };
}
