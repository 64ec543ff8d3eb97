import type { HistoryItem, JsonSchema } from "@callwright/contract";
import { fenced } from "./fenced.ts";
import type { Subject } from "./subject.ts";

type Message = Readonly<Record<string, unknown>>;

const CONVERSATION: Message = {
  role: "user",
  content: "The transcript of the call:\n\n{{ transcript }}\n\nThe reason why the call ended: {{ endedReason }}",
};

const JSON_ONLY = "Answer with the JSON alone, without a code block and without any other word.";

/** Prompts of plans that bring no prompt. */
export const SUMMARY_PROMPT: readonly Message[] = [
  {
    role: "system",
    content:
      "You take notes of phone calls. Summarize the call of the transcript in two or three sentences. Answer with the summary alone.",
  },
  CONVERSATION,
];

export const SUCCESS_PROMPT: readonly Message[] = [
  {
    role: "system",
    content:
      "You evaluate calls of an AI assistant. Infer from its system prompt what the assistant is to reach, and decide how far the call was successful.\n\nRubric:\n{{ rubric }}\n\nAnswer with the result alone.",
  },
  CONVERSATION,
  { role: "user", content: "The system prompt of the assistant:\n\n{{ systemPrompt }}" },
];

export const DATA_PROMPT: readonly Message[] = [
  {
    role: "system",
    content: `You extract data from transcripts of calls, as a JSON Schema describes it. Use only what the transcript says, and leave out optional fields that it does not mention.\n\nJSON Schema:\n{{ schema }}\n\n${JSON_ONLY}`,
  },
  CONVERSATION,
];

export const OUTPUT_PROMPT: readonly Message[] = [
  {
    role: "system",
    content: `You extract data from transcripts of calls, as a JSON Schema describes it. Use only what the transcript says, and leave out optional fields that it does not mention.\n\nName of the data: {{ structuredOutput.name }}\n{% if structuredOutput.description %}Description: {{ structuredOutput.description }}\n{% endif %}JSON Schema:\n{{ structuredOutput.schema }}\n\n${JSON_ONLY}`,
  },
  CONVERSATION,
];

/** Follows a prompt of the user's own, which may not say in which form the answer is read. */
export const jsonReminder = (schema: JsonSchema): HistoryItem => ({
  type: "user",
  text: `${JSON_ONLY} It must fit this JSON Schema:\n${JSON.stringify(schema)}`,
});

/** A prompt with the conversation's values. `transcript` is what the model reads of it, fenced. */
export function renderPrompt(
  messages: readonly Message[],
  { render, messages: said, systemPrompt, endedReason }: Subject,
  values: Readonly<Record<string, unknown>>,
): HistoryItem[] {
  const all = { messages: fenced(JSON.stringify(said)), systemPrompt, endedReason, ...values };
  return messages.flatMap(({ role, content }): HistoryItem[] => {
    const text = typeof content === "string" ? render(content, "analysis", all) : JSON.stringify(content ?? "");
    return [{ type: role === "system" || role === "assistant" ? role : "user", text }];
  });
}
