import type { AgentStarted, CreateAssistant } from "@callwright/contract";
import type { LanguageModel, ModelPart, ModelRequest } from "../../../model/language-model.ts";
import { all, tool } from "../../../testing/scripted-turn.ts";
import type { ToolOutcome } from "../../agent-tool.ts";
import type { TurnPart } from "../../conversation.ts";
import { createConversation } from "../../create-conversation.ts";
import type { AgentSpec, TeamSpec, Way } from "../agent-spec.ts";

/** The behavior of a model in one step, given its request. */
export type Behavior = (request: ModelRequest) => string | { call: string; given?: Record<string, unknown>; text?: string };

export function modelOf(behave: Behavior): LanguageModel & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    provider: "scripted",
    requests,
    async *stream(request): AsyncGenerator<ModelPart> {
      requests.push(request);
      const does = behave(request);
      if (typeof does === "string") return yield { type: "text", text: does };
      if (does.text) yield { type: "text", text: does.text };
      const id = `call-${requests.length}`;
      yield { type: "tool-call", id, name: does.call, arguments: JSON.stringify(does.given ?? {}) };
    },
  };
}

/** A member of a squad with handoffs `handoff_to_<name>`. */
export function member(name: string, to: (string | Partial<Way>)[] = [], assistant: CreateAssistant = {}): AgentSpec {
  const ways = to.map((each): Way => {
    const way = typeof each === "string" ? { to: each } : each;
    return { tool: `handoff_to_${way.to}`, to: "", context: { type: "all" }, ...way };
  });
  return {
    name,
    assistant: { model: promptOf(`You are ${name}.`), ...assistant },
    tools: ways.map((way) => tool(way.tool, { action: "handoff" })),
    ways,
  };
}

/** A conversation node with edges `go_to_<name>`. */
export function node(
  name: string,
  edges: [to: string, condition?: string, extract?: Way["extract"]][] = [],
  { prompt = `Prompt of ${name}.`, ...fields }: Partial<AgentSpec> & { prompt?: string } = {},
): AgentSpec {
  return {
    name,
    assistant: { model: promptOf(prompt) },
    tools: [],
    ways: edges.map(([to, condition, extract], index) => ({
      tool: `go_to_${to}`,
      to,
      context: { type: "all" },
      edge: { index, ...(condition !== undefined && { condition }) },
      ...(extract && { extract }),
    })),
    node: { type: "conversation" },
    ...fields,
  };
}

const promptOf = (content: string): NonNullable<CreateAssistant["model"]> => ({
  provider: "callwright",
  model: "builtin",
  messages: content === "" ? [] : [{ role: "system", content }],
});

interface TalkOptions {
  behave: Behavior;
  values?: Record<string, unknown>;
  outcomes?: Record<string, ToolOutcome>;
}

/** A conversation with a team whose models follow `behave`. */
export function talkWith(spec: TeamSpec, { behave, values = {}, outcomes = {} }: TalkOptions) {
  const path: AgentStarted[] = [];
  const model = modelOf(behave);
  const conversation = createConversation({
    assistant: {},
    model,
    variableValues: values,
    now: () => new Date(0),
    team: {
      spec,
      modelOf: () => model,
      toolsOf: ({ tools }) => ({
        tools,
        run: async ({ name }) => outcomes[name] ?? { result: `${name} done`, failed: false },
      }),
      onStarted: (started) => path.push(started),
    },
  });
  const never = new AbortController().signal;
  return {
    conversation,
    path,
    requests: model.requests,
    names: () => path.map(({ name }) => name),
    open: () => all(conversation.open(never)),
    say: (text: string) => all(conversation.reply(text, never)),
  };
}

export const spoken = (parts: readonly TurnPart[]) =>
  parts.map((part) => (part.type === "text" ? part.text : part.type === "handoff" ? ` [${part.agent}] ` : "")).join("");
