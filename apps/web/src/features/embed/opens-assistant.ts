import type { Token } from "@callwright/contract";

/** May pages of this origin use the token? */
export function opensOrigin({ restrictions: { allowedOrigins } }: Token, origin: string): boolean {
  return allowedOrigins?.includes(origin) ?? true;
}

/** Is this a public token with which a page can reach the assistant? */
export function opensAssistant({ tag, value, restrictions }: Token, assistantId: string): boolean {
  const { enabled, allowedAssistantIds } = restrictions;
  return tag === "public" && value !== undefined && enabled !== false && (allowedAssistantIds?.includes(assistantId) ?? true);
}
