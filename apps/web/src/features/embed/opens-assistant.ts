import type { Token } from "@callwright/contract";

/** Is this a public token with which a page can reach the assistant? */
export function opensAssistant({ tag, value, restrictions }: Token, assistantId: string): boolean {
  const { enabled, allowedAssistantIds } = restrictions;
  return tag === "public" && value !== undefined && enabled !== false && (allowedAssistantIds?.includes(assistantId) ?? true);
}
