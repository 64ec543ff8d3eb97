import type { CreateAssistant, SaidMessage } from "@callwright/contract";
import { privacyOf, storableAssistant } from "../../platform/compliance/privacy.ts";
import { redactedKindsOf, redactValues } from "../../platform/compliance/redact-values.ts";
import { storableText } from "../../platform/db/storable-text.ts";
import type { ChatRow, SessionRow } from "./store.ts";

/** The messages that a chat with this assistant may store. Instructions belong to the organization and stay unchanged. */
export function storableSaid<Message extends SaidMessage>(assistant: CreateAssistant, said: readonly Message[]): Message[] {
  return privacyOf(assistant.compliancePlan) ? [] : redactSaid(assistant, said);
}

export function redactSaid<Message extends SaidMessage>(
  { compliancePlan }: CreateAssistant,
  said: readonly Message[],
): Message[] {
  const kinds = redactedKindsOf(compliancePlan);
  if (!kinds) return [...said];
  return said.map((message) => {
    if (message.role === "system" || message.role === "developer") return message;
    const { tool_call_id: _, durationMs: __, ...words } = message;
    return { ...message, ...redactValues(words, kinds) };
  });
}

/** The reason of a model's failure may contain the question. */
export function storableReason({ compliancePlan }: CreateAssistant, message: string): string {
  if (privacyOf(compliancePlan)) return "The reason is not stored.";
  const kinds = redactedKindsOf(compliancePlan);
  const storable = storableText(message);
  return kinds ? redactValues(storable, kinds) : storable;
}

/** Values that tools and agents took out of the words. */
export function storableFindings(
  { compliancePlan }: CreateAssistant,
  { agents, variables }: Pick<ChatRow, "agents" | "variables">,
): Pick<ChatRow, "agents" | "variables"> {
  if (privacyOf(compliancePlan)) return { agents: agents.map((agent) => ({ ...agent, variables: {} })), variables: {} };
  const kinds = redactedKindsOf(compliancePlan);
  return kinds ? { agents: redactValues(agents, kinds), variables: redactValues(variables, kinds) } : { agents, variables };
}

/** The session of a private chat, without data of its caller. */
export function storableSession(session: SessionRow): SessionRow {
  const { assistant, assistantId, assistantOverrides } = session;
  if (!privacyOf(assistant.compliancePlan)) return session;
  const isAsStored = assistantId !== null && Object.keys(assistantOverrides ?? {}).every((name) => name === "variableValues");
  const words = { assistantOverrides: null, team: null, customer: null, openingMessages: [], promptLength: 0, variables: {} };
  return { ...session, assistant: storableAssistant(assistant, isAsStored), ...words };
}
