import { z } from "zod";
import { CHAT_INPUT_MAX_MESSAGES, NAME_MAX_CHARACTERS } from "../wire/limits.ts";

/** One part of a message, in the format of the OpenAI Responses API. */
const ContentPart = z.looseObject({ type: z.enum(["text", "input_text", "output_text"]), text: z.string() });

/** A text, whole or in parts. */
export const ChatContent = z.union([z.string(), z.array(ContentPart).min(1).max(CHAT_INPUT_MAX_MESSAGES)]);
export type ChatContent = z.infer<typeof ChatContent>;

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
    tool_calls: z
      .array(
        z.looseObject({
          id: z.string(),
          type: z.string(),
          function: z.looseObject({ name: z.string(), arguments: z.string() }),
        }),
      )
      .optional(),
    ...named,
  }),
  z.looseObject({ role: z.literal("tool"), content: ChatContent, tool_call_id: z.string(), ...named }),
]);
export type ChatMessage = z.infer<typeof ChatMessage>;

/** The fields of every chat message. */
export interface SaidMessage {
  role: ChatMessage["role"];
  content?: ChatContent | null | undefined;
}
