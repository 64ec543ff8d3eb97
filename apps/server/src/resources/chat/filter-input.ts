import { type CompliancePlan, chatInputText, type SaidMessage } from "@callwright/contract";
import { createSecurityFilter } from "@callwright/engine/conversation";
import type { ReadInput } from "./chat-input.ts";

/** The input after the security filter of the conversation. Stored messages name the filters that found something. */
export function filterInput(plan: CompliancePlan | undefined, { stored, messages }: ReadInput): ReadInput {
  const filter = createSecurityFilter(plan?.securityFilterPlan);
  if (!filter) return { stored, messages };
  const filtered = <Message extends SaidMessage>(message: Message): Message => {
    if (message.role !== "user" && message.role !== "assistant") return message;
    const { text, filters } = filter(chatInputText(message));
    return filters.length === 0 ? message : { ...message, content: text, filtered: filters };
  };
  return { stored: stored.map(filtered), messages: messages.map(filtered) };
}
