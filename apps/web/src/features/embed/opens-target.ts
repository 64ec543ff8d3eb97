import type { Token } from "@callwright/contract";
import type { VisitorTarget } from "../../kit/visitor-link.ts";

/** May pages of this origin use the token? */
export function opensOrigin({ restrictions: { allowedOrigins } }: Token, origin: string): boolean {
  return allowedOrigins?.includes(origin) ?? true;
}

/** Is this a public token with which a page can reach the target, if it is enabled? One for some assistants opens no squads and workflows. */
export function opensTarget({ tag, value, restrictions: { allowedAssistantIds } }: Token, target: VisitorTarget): boolean {
  const isAllowed = !allowedAssistantIds || ("assistantId" in target && allowedAssistantIds.includes(target.assistantId));
  return tag === "public" && value !== undefined && isAllowed;
}

export function isEnabled({ restrictions: { enabled } }: Token): boolean {
  return enabled !== false;
}

/** The selected token, even if it is disabled; otherwise a token that works, if there is one. */
export function chooseToken(tokens: readonly Token[], chosenId: string | undefined): Token | undefined {
  return tokens.find(({ id }) => id === chosenId) ?? tokens.find(isEnabled) ?? tokens[0];
}
