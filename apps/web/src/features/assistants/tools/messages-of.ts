import type { TFunction } from "i18next";

/** How many messages a tool speaks, in words; empty for a tool without any. */
export function messagesOf(messages: unknown, t: TFunction): string[] {
  return Array.isArray(messages) && messages.length > 0 ? [t("assistantTools.messages", { count: messages.length })] : [];
}
