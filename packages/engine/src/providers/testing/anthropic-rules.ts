import type { Refusal } from "./dialect.ts";
import { any, anyOf, type Shape, unknownField } from "./request-shape.ts";

/**
 * What Anthropic refuses in a request. Fields: the types of @anthropic-ai/sdk 1.14.0. How models think: "What's new" of Opus 5.5, Sonnet 5.5 and
 * Haiku 5.5 at https://platform.claude.com/docs/en/models, and @ai-sdk/anthropic 4.0.105. All read 2026-11-29. A generation to come is taken for the strictest.
 */
const REQUEST: Shape = {
  ...anyOf(
    "max_tokens model container diagnostics inference_geo metadata service_tier speed stop_sequences stream temperature tool_choice top_k top_p user_profile_id workspace_id",
  ),
  cache_control: anyOf("type ttl"),
  output_config: anyOf("effort format"),
  thinking: anyOf("type budget_tokens display"),
  system: { ...anyOf("type text citations"), cache_control: anyOf("type ttl") },
  messages: {
    role: any,
    content: {
      ...anyOf("type text citations id name input tool_use_id content is_error thinking signature data source caller"),
      cache_control: anyOf("type ttl"),
    },
  },
  tools: anyOf(
    "type name description input_schema strict cache_control allowed_callers defer_loading eager_input_streaming input_examples",
  ),
};

type ThinkingType = "enabled" | "disabled" | "between_tools" | "adaptive";
interface Family {
  names: RegExp;
  types: readonly ThinkingType[];
  takesTemperature: boolean;
}

const FAMILIES: readonly Family[] = [
  { names: /(?:sonnet|opus)-4-6/, types: ["adaptive", "disabled", "enabled"], takesTemperature: true },
  { names: /sonnet-5-5/, types: ["adaptive", "between_tools"], takesTemperature: false },
  { names: /opus-5-5|fable-5|(?:opus|sonnet|haiku)-[6-9]/, types: ["adaptive"], takesTemperature: false },
  { names: /(?:sonnet|opus|haiku)-5|opus-4-[78]/, types: ["adaptive", "disabled"], takesTemperature: false },
  { names: /claude-/, types: ["disabled", "enabled"], takesTemperature: true },
];

interface Thinking {
  type: ThinkingType;
  budget_tokens?: number;
}

export function refusalOfAnthropic(body: Record<string, unknown>, model: string): Refusal | undefined {
  const unknown = unknownField(REQUEST, body);
  if (unknown !== undefined) return refusal(`${unknown}: Extra inputs are not permitted`);
  if (typeof body.max_tokens !== "number" || body.max_tokens < 1) return refusal("max_tokens: Field required");
  const family = FAMILIES.find(({ names }) => names.test(model));
  return (family && refusalOfThinking(family, body)) ?? refusalOfMessages(body);
}

function refusalOfThinking({ types, takesTemperature }: Family, body: Record<string, unknown>): Refusal | undefined {
  const { type, budget_tokens: budget = 0 } = (body.thinking ?? {}) as Partial<Thinking>;
  const { effort } = (body.output_config ?? {}) as { effort?: string };
  if (type !== undefined && !types.includes(type))
    return refusal(
      `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    );
  if (effort !== undefined && !types.includes("adaptive")) return refusal("This model does not support the effort parameter.");
  if (type === "enabled" && budget < 1024)
    return refusal("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
  if (type === "enabled" && Number(body.max_tokens) <= budget)
    return refusal("`max_tokens` must be greater than `thinking.budget_tokens`.");
  if (body.temperature === undefined) return undefined;
  if (!takesTemperature) return refusal("`temperature` is deprecated for this model.");
  const thinks = type === "enabled" || type === "adaptive";
  return thinks && body.temperature !== 1
    ? refusal("`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.")
    : undefined;
}

interface Block {
  type: string;
  id?: string;
  tool_use_id?: string;
}

/** The user has the last word, each answer of a tool follows its call, and with a budget, its thought comes before the call. */
function refusalOfMessages(body: Record<string, unknown>): Refusal | undefined {
  const messages = body.messages as { role: string; content: Block[] }[];
  if (messages[0]?.role !== "user") return refusal('messages: first message must use the "user" role');
  if (messages.at(-1)?.role !== "user")
    return refusal("This model does not support assistant message prefill. The conversation must end with a user message.");
  for (const [index, { content }] of messages.entries()) {
    const before = messages[index - 1]?.content ?? [];
    const stray = content.find(({ type, tool_use_id: id }) => type === "tool_result" && !before.some((block) => block.id === id));
    if (stray)
      return refusal(
        `messages.${index}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray.tool_use_id}.`,
      );
  }
  const hasBudget = (body.thinking as Partial<Thinking> | undefined)?.type === "enabled";
  const answersTools = messages.at(-1)?.content.some(({ type }) => type === "tool_result");
  const [first] = messages.at(-2)?.content ?? [];
  return hasBudget && answersTools && first?.type !== "thinking"
    ? refusal(`messages.${messages.length - 2}.content.0.type: Expected \`thinking\`, but found \`${first?.type}\`.`)
    : undefined;
}

const refusal = (message: string): Refusal => ({ status: 400, message });
