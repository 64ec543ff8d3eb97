import type { Dialect, Refusal } from "./dialect.ts";
import { compatibleDialect } from "./openai-dialect.ts";
import { CHAT } from "./openai-rules.ts";
import { any, anyOf, type Shape, unknownField } from "./request-shape.ts";

interface Rules {
  /** Default: OpenAI's shape. */
  shape?: Shape;
  /** Status of an unknown field. Default 400. */
  status?: number;
  /** Further refusals. */
  refusalOf?: (body: Record<string, unknown>, model: string) => string | undefined;
}

/** Refusals of hosted providers with OpenAI's protocol, as documented. Read 2026-11-29. */
const RULES: Readonly<Record<string, Rules>> = {
  // https://api-docs.deepseek.com/api/create-chat-completion
  "deep-seek": {
    shape: { ...CHAT, thinking: anyOf("type") },
    refusalOf: (_body, model) => (/^deepseek-(?:chat|reasoner)$/.test(model) ? "Model Not Exist" : undefined),
  },
  // https://platform.minimax.io/docs/api-reference/text-openai-api
  minimax: { shape: { ...CHAT, reasoning_split: any } },
  // The types of @mistralai/mistralai 2.7.0; orders and ids: error codes 3230 and 3280.
  mistral: {
    status: 422,
    shape: {
      ...anyOf(
        "model temperature top_p max_tokens stream stop random_seed metadata response_format tool_choice presence_penalty frequency_penalty n prediction parallel_tool_calls reasoning_effort prompt_mode guardrails prompt_cache_key service_tier safe_prompt",
      ),
      messages: {
        ...anyOf("role content name tool_call_id prefix"),
        tool_calls: { ...anyOf("id type index"), function: anyOf("name arguments") },
      },
      tools: { type: any, function: anyOf("name description parameters strict") },
    },
    refusalOf: ({ messages }) => mistralOrder(messages as MistralMessage[]),
  },
  // https://openrouter.ai/docs/use-cases/reasoning-tokens
  openrouter: { shape: { ...CHAT, reasoning: anyOf("effort max_tokens exclude enabled") } },
  // https://docs.x.ai/docs/guides/reasoning and the pages of the models
  xai: {
    refusalOf({ reasoning_effort: effort }, model) {
      if (effort === undefined) return undefined;
      if (/grok-4\.20/.test(model)) return "Argument not supported on this model: reasoning_effort";
      return effort === "none" && !/grok-4\.3/.test(model) ? `Invalid reasoning effort: ${effort}` : undefined;
    },
  },
};

export const compatibleDialectOf = (provider: string): Dialect => {
  const { shape = CHAT, status = 400, refusalOf }: Rules = RULES[provider] ?? {};
  return {
    ...compatibleDialect,
    refusalOf({ headers }, body, model): Refusal | undefined {
      if (!headers.authorization?.startsWith("Bearer ")) return { status: 401, message: "No API key." };
      const unknown = unknownField(shape, body);
      if (unknown !== undefined) return { status, message: `${unknown}: Extra inputs are not permitted` };
      const message = refusalOf?.(body, model);
      return message === undefined ? undefined : { status: 400, message };
    },
  };
};

interface MistralMessage {
  role: string;
  tool_call_id?: string;
  tool_calls?: { id: string }[];
}

function mistralOrder(messages: readonly MistralMessage[]): string | undefined {
  for (const [index, { role, tool_call_id, tool_calls = [] }] of messages.entries()) {
    const before = messages[index - 1]?.role;
    if (role === "user" && before === "tool") return "Unexpected role 'user' after role 'tool'";
    const wrong = [tool_call_id, ...tool_calls.map(({ id }) => id)].find(
      (id) => id !== undefined && !/^[a-zA-Z0-9]{9}$/.test(id),
    );
    if (wrong !== undefined) return `Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`;
  }
  return messages.at(-1)?.role === "assistant" ? "Expected last role User or Tool for serving but got assistant" : undefined;
}
