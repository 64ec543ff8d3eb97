import { type CompliancePlan, chatInputText, type SaidMessage } from "@callwright/contract";
import { filterTexts } from "../../platform/isolation/foreign-texts.ts";
import type { ReadInput } from "./chat-input.ts";

/** The input after the security filter of the conversation. Stored messages name the filters that found something. */
export async function filterInput(
  orgId: string,
  plan: CompliancePlan | undefined,
  { stored, messages }: ReadInput,
): Promise<ReadInput> {
  const filters = plan?.securityFilterPlan;
  if (!filters?.enabled) return { stored, messages };
  // Most messages are stored as the model reads them.
  const texts = [...new Set([...stored, ...messages].filter(isFiltered).map(chatInputText))];
  const results = await filterTexts(orgId, filters, texts);
  const resultOf = new Map(texts.map((text, index) => [text, results[index]]));
  const filtered = <Message extends SaidMessage>(message: Message): Message => {
    const result = isFiltered(message) ? resultOf.get(chatInputText(message)) : undefined;
    return !result || result.filters.length === 0 ? message : { ...message, content: result.text, filtered: result.filters };
  };
  return { stored: stored.map(filtered), messages: messages.map(filtered) };
}

const isFiltered = ({ role }: SaidMessage) => role === "user" || role === "assistant";
