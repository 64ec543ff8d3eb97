import { z } from "zod";
import { CHAT_INPUT_MAX_MESSAGES, NAME_MAX_CHARACTERS } from "../wire/limits.ts";

/** One part of a message, in the format of the OpenAI Responses API. */
const ContentPart = z.looseObject({ type: z.enum(["text", "input_text", "output_text"]), text: z.string() });

/** A text, whole or in parts. */
export const ChatContent = z.union([z.string(), z.array(ContentPart).min(1).max(CHAT_INPUT_MAX_MESSAGES)]);
export type ChatContent = z.infer<typeof ChatContent>;

/** Tool calls of an assistant's message. */
export const ChatToolCalls = z.array(
  z.looseObject({
    id: z.string(),
    type: z.string(),
    function: z.looseObject({ name: z.string(), arguments: z.string() }),
  }),
);

const named = { name: z.string().max(NAME_MAX_CHARACTERS).optional(), metadata: z.record(z.string(), z.unknown()).optional() };

/** One chat message. `developer` means `system`. */
export const ChatMessage = z.discriminatedUnion("role", [
  z.looseObject({ role: z.literal("system"), content: ChatContent, ...named }),
  z.looseObject({ role: z.literal("developer"), content: ChatContent, ...named }),
  z.looseObject({ role: z.literal("user"), content: ChatContent, ...named }),
  z.looseObject({
    role: z.literal("assistant"),
    /** Absent when the assistant only called tools. */
    content: ChatContent.nullable().optional(),
    refusal: z.string().nullable().optional(),
    tool_calls: ChatToolCalls.optional(),
    ...named,
  }),
  z.looseObject({ role: z.literal("tool"), content: ChatContent, tool_call_id: z.string(), ...named }),
]);
export type ChatMessage = z.infer<typeof ChatMessage>;

/** What a client answered a tool call with, in the format of the OpenAI Responses API: a `tool` message. */
export const FunctionCallOutput = z.looseObject({
  type: z.literal("function_call_output"),
  call_id: z.string(),
  output: ChatContent,
});
export type FunctionCallOutput = z.infer<typeof FunctionCallOutput>;

/** A tool call in the same format: an `assistant` message. */
export const FunctionCallItem = z.looseObject({
  type: z.literal("function_call"),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});
export type FunctionCallItem = z.infer<typeof FunctionCallItem>;

/** The fields of every chat message. Those of tool messages are unchanged. */
export interface SaidMessage {
  role: ChatMessage["role"];
  content?: ChatContent | null | undefined;
  tool_calls?: unknown;
  tool_call_id?: unknown;
  failed?: unknown;
  durationMs?: unknown;
  /** Names of the security filters that changed its content. */
  filtered?: unknown;
}

/** Input of the Responses API as chat messages. */
export function toChatMessages<Message extends { role: string }>(
  input: string | readonly (Message | FunctionCallItem | FunctionCallOutput)[],
): string | (Message | SaidMessage)[] {
  if (typeof input === "string") return input;
  return input.map((item): Message | SaidMessage => {
    if (isOutput(item)) return { role: "tool", tool_call_id: item.call_id, content: item.output };
    if (!isCall(item)) return item;
    const call = { id: item.call_id, type: "function", function: { name: item.name, arguments: item.arguments } };
    return { role: "assistant", content: null, tool_calls: [call] };
  });
}

const isOutput = (item: object): item is FunctionCallOutput => "type" in item && item.type === "function_call_output";
const isCall = (item: object): item is FunctionCallItem => "type" in item && item.type === "function_call";
