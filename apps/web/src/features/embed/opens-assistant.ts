import type { Token } from "@callwright/contract";

/** May pages of this origin use the token? */
export function opensOrigin({ restrictions: { allowedOrigins } }: Token, origin: string): boolean {
  return allowedOrigins?.includes(origin) ?? true;
}

/** Is this a public token with which a page can reach the assistant, if it is enabled? */
export function opensAssistant({ tag, value, restrictions: { allowedAssistantIds } }: Token, assistantId: string): boolean {
  return tag === "public" && value !== undefined && (allowedAssistantIds?.includes(assistantId) ?? true);
}

export function isEnabled({ restrictions: { enabled } }: Token): boolean {
  return enabled !== false;
}

/** The selected token, even if it is disabled; otherwise one that works, if any. */
export function chooseToken(tokens: readonly Token[], chosenId: string | undefined): Token | undefined {
  return tokens.find(({ id }) => id === chosenId) ?? tokens.find(isEnabled) ?? tokens[0];
}
