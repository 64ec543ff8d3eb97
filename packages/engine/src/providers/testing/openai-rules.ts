import type { IncomingMessage } from "node:http";
import type { Refusal } from "./dialect.ts";
import { any, anyOf, type Shape, unknownField } from "./request-shape.ts";

/**
 * What OpenAI refuses in a request. Fields: the types of openai-node 7.59.0. Efforts, temperatures and tools: the pages of the models and
 * https://developers.openai.com/api/docs/guides/latest-model; sentences: as users quote them (models.dev issue 6639, omi 11285, vane 1173). All read 2026-11-29.
 */

export const CHAT: Shape = {
  ...anyOf(
    "model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream temperature tool_choice top_logprobs top_p user verbosity web_search_options",
  ),
  stream_options: anyOf("include_usage include_obfuscation"),
  messages: {
    ...anyOf("role content name refusal audio tool_call_id"),
    tool_calls: { ...anyOf("id type"), function: anyOf("name arguments") },
  },
  tools: { type: any, function: anyOf("name description parameters strict") },
};

const RESPONSES: Shape = {
  ...anyOf(
    "model background context_management conversation include instructions max_output_tokens max_tool_calls metadata moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options prompt_cache_retention safety_identifier service_tier store stream stream_options temperature text tool_choice top_logprobs top_p truncation user",
  ),
  reasoning: anyOf("effort summary mode context"),
  input: anyOf("type role content id status phase call_id name arguments output summary encrypted_content"),
  tools: anyOf("type name description parameters strict allowed_callers async defer_loading output_schema"),
};

interface Family {
  names: RegExp;
  efforts: readonly string[];
  byDefault: string;
  /** Chat Completions takes tools only with effort `none`. */
  toolsWithoutEffort: boolean;
}

const ALL = ["low", "medium", "high", "xhigh"];
const WITH_MAX = [...ALL, "max"];
const FAMILIES: readonly Family[] = [
  { names: /^o\d/, efforts: ["low", "medium", "high"], byDefault: "medium", toolsWithoutEffort: false },
  { names: /^gpt-5(?:-|$)/, efforts: ["minimal", "low", "medium", "high"], byDefault: "medium", toolsWithoutEffort: false },
  { names: /^gpt-5\.\d-codex/, efforts: ALL, byDefault: "medium", toolsWithoutEffort: true },
  { names: /^gpt-5\.[1-4]/, efforts: ["none", ...ALL], byDefault: "none", toolsWithoutEffort: true },
  { names: /^gpt-5\.5/, efforts: ["none", ...ALL], byDefault: "medium", toolsWithoutEffort: true },
  {
    names: /^gpt-(?:5\.[6-9]|6-sol|6-luna|6\.1-terra)/,
    efforts: ["none", ...WITH_MAX],
    byDefault: "medium",
    toolsWithoutEffort: true,
  },
  { names: /^gpt-[6-9]/, efforts: WITH_MAX, byDefault: "medium", toolsWithoutEffort: true },
];

export function refusalOfOpenAi(
  { headers, url = "" }: IncomingMessage,
  body: Record<string, unknown>,
  model: string,
): Refusal | undefined {
  if (headers.authorization === undefined && headers["api-key"] === undefined)
    return { status: 401, message: "You didn't provide an API key." };
  const isResponses = url.endsWith("/responses");
  const unknown = unknownField(isResponses ? RESPONSES : CHAT, body);
  if (unknown !== undefined) return refusal("Unknown parameter: '$'.", unknown, "unknown_parameter");
  const family = FAMILIES.find(({ names }) => names.test(model));
  const { effort } = (isResponses ? (body.reasoning ?? {}) : { effort: body.reasoning_effort }) as { effort?: string };
  return (
    (family ? refusalOfThinking(family, effort, body, model, isResponses) : refusalOfEffort(effort, isResponses)) ??
    (isResponses ? refusalOfItems(body) : refusalOfMessages(body))
  );
}

function refusalOfEffort(effort: string | undefined, isResponses: boolean): Refusal | undefined {
  const field = isResponses ? "reasoning.effort" : "reasoning_effort";
  return effort === undefined ? undefined : refusal("Unsupported parameter: '$' is not supported with this model.", field);
}

function refusalOfThinking(
  { efforts, byDefault, toolsWithoutEffort }: Family,
  effort: string | undefined,
  body: Record<string, unknown>,
  model: string,
  isResponses: boolean,
): Refusal | undefined {
  if (body.max_tokens !== undefined)
    return refusal(
      "Unsupported parameter: '$' is not supported with this model. Use 'max_completion_tokens' instead.",
      "max_tokens",
    );
  if (effort !== undefined && !efforts.includes(effort))
    return refusal(
      `Unsupported value: '$' does not support '${effort}' with this model. Supported values are: ${efforts.join(", ")}.`,
      isResponses ? "reasoning.effort" : "reasoning_effort",
      "unsupported_value",
    );
  const retention = body.prompt_cache_retention;
  if (retention !== undefined && (/^gpt-[6-9]/.test(model) || (/^gpt-5\.[5-9]/.test(model) && retention !== "24h")))
    return refusal("Unsupported parameter: '$' is not supported with this model.", "prompt_cache_retention");
  const thinks = (effort ?? byDefault) !== "none";
  if (thinks && body.temperature !== undefined && body.temperature !== 1)
    return refusal(
      `Unsupported value: '$' does not support ${body.temperature} with this model. Only the default (1) value is supported.`,
      "temperature",
      "unsupported_value",
    );
  if (!isResponses && thinks && toolsWithoutEffort && body.tools !== undefined)
    return refusal(
      `Function tools with $ are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set $ to 'none'.`,
      "reasoning_effort",
    );
  return undefined;
}

interface Message {
  role: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

/** The answers of all tools follow their calls. */
function refusalOfMessages({ messages, stream, stream_options }: Record<string, unknown>): Refusal | undefined {
  if (stream_options !== undefined && stream !== true)
    return refusal("The '$' parameter is only allowed when 'stream' is enabled.", "stream_options");
  let open: string[] = [];
  for (const [index, message] of (messages as Message[]).entries()) {
    if (message.role === "tool") {
      if (!open.includes(message.tool_call_id ?? ""))
        return refusal(
          "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
          `messages.[${index}].role`,
        );
      open = open.filter((id) => id !== message.tool_call_id);
    } else if (open.length > 0)
      return refusal(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        `messages.[${index}].role`,
      );
    open = [...open, ...(message.tool_calls ?? []).map(({ id }) => id)];
  }
  return undefined;
}

interface Item {
  type?: string;
  call_id?: string;
  id?: string;
  encrypted_content?: string | null;
}

/** OpenAI stores nothing: thoughts are sent completely, and each answer of a tool has its call. */
function refusalOfItems({ input, store, max_output_tokens }: Record<string, unknown>): Refusal | undefined {
  if (typeof max_output_tokens === "number" && max_output_tokens < 16)
    return refusal("Invalid '$': integer below minimum value. Expected a value >= 16.", "max_output_tokens");
  const called = new Set<string | undefined>();
  for (const item of input as Item[]) {
    if (item.type === "item_reference" || (item.type === "reasoning" && !item.encrypted_content && store === false))
      return {
        status: 404,
        message: `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false.`,
      };
    if (item.type === "function_call") called.add(item.call_id);
    if (item.type === "function_call_output" && !called.has(item.call_id))
      return refusal(`No tool call found for function call output with call_id ${item.call_id}.`, "input");
  }
  return undefined;
}

/** `$` is replaced by the field. */
const refusal = (message: string, param: string, code = "unsupported_parameter"): Refusal => ({
  status: 400,
  message: message.replaceAll("$", param),
  details: { param, code },
});
