import {
  CHAT_TURN_MAX_MS,
  type ConversationMessage,
  type HistoryItem,
  type TestTurn,
  timeLimit,
  type Usage,
} from "@callwright/contract";
import type { Conversation, ToolRunner } from "@callwright/engine/conversation";
import { SESSION_HOOK_EVENT } from "../../platform/capabilities/runnable.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { Target } from "../assistant/resolve-target.ts";
import { type OpenAgents, openAgents } from "../assistant/team/open-agents.ts";
import { converse, storablePrompt } from "../chat/converse.ts";
import { chatKeys } from "../chat/open-session.ts";
import { beginSession } from "../chat/session-hooks.ts";
import type { OpenTeam } from "../tool/run/agents/open-team.ts";
import type { TestedTools } from "../tool/run/tested-tools.ts";
import { type SayAct, wordsOfAct } from "./caller/caller-act.ts";
import type { TakenTurn, TestedAgent } from "./tested-agent.ts";

interface TestedChatOptions {
  orgId: string;
  target: Target;
  test: TestedTools;
  onUsage: (usage: Usage) => void;
}

/** A chat with the agent that is not stored. */
interface TestedSession {
  /** The agent's prompt, and what hooks of the session said. */
  opening: readonly ConversationMessage[];
  /** Values that hooks took. */
  variables: Record<string, unknown>;
  agents: OpenAgents;
  /** The conversation after these messages. Without `tools` and `team`, it has those of the agents. */
  resume(after: Resumed): Promise<Conversation>;
}

interface Resumed {
  history: readonly ConversationMessage[];
  variables: Record<string, unknown>;
  tools?: ToolRunner;
  team?: OpenTeam | undefined;
}

/** Opens a chat with the agent, and then closes its tools. */
export async function withTestedSession<Result>(
  context: ServerContext,
  { orgId, target: shared, test, onUsage }: TestedChatOptions,
  use: (session: TestedSession) => Promise<Result>,
): Promise<Result> {
  const caller = { orgId, tag: "private" as const };
  // Agents that servers choose join only the team of their own attempt.
  const target = structuredClone(shared);
  const id = context.newId();
  const session = { ...target, id, orgId, customer: null, openingMessages: [] };
  const orgKeys = await chatKeys(context, caller, target);
  const agents = await openAgents(context, caller, target, {
    conversation: { type: "session", sessionId: id },
    hookEvents: [SESSION_HOOK_EVENT],
    isOfVisitor: false,
    parts: ["model"],
    test,
  });
  try {
    const prompt = storablePrompt(await converse(context, context.log, session));
    const begun = await beginSession(context, context.log, session, { history: prompt, variables: {}, tools: agents.tools });
    return await use({
      opening: [...prompt, ...begun.history],
      variables: begun.variables,
      agents,
      resume: ({ tools = agents.tools.runner, team = agents.team, ...after }) =>
        converse(context, context.log, session, { ...after, orgKeys, tools, team, onCountedUsage: onUsage }),
    });
  } finally {
    await agents.tools.close();
  }
}

/** Talks to the agent in a chat that is not stored. */
export function withTestedChat<Result>(
  context: ServerContext,
  options: TestedChatOptions,
  talk: (agent: TestedAgent) => Promise<Result>,
): Promise<Result> {
  return withTestedSession(context, options, async ({ opening: history, variables, resume }) => {
    const conversation = await resume({ history, variables });
    return talk({
      take: (act, signal) => takeTurn(conversation, act, signal),
      wait: async () => ({ ends: false }),
      leave: async () => {},
    });
  });
}

async function takeTurn(conversation: Conversation, act: SayAct, signal: AbortSignal): Promise<TakenTurn> {
  const said = wordsOfAct(act);
  const known = conversation.history.length;
  const startedMs = performance.now();
  const timeout = timeLimit(CHAT_TURN_MAX_MS);
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
    answer,
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
