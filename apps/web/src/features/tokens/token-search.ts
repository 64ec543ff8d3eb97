import type { Token } from "@callwright/contract";
import { oneOf, searchOf } from "../../kit/search-params.ts";

/** Filter of tokens by their last use. */
export const TOKEN_USES = ["all", "unused", "never"] as const;
export type TokenUse = (typeof TOKEN_USES)[number];

/** A token that has not been used for this long is probably not needed. */
export const UNUSED_DAYS = 30;

/** The list's state in the address. Without a filter, all tokens. */
export const tokenSearch = searchOf({ used: oneOf(["unused", "never"]) });

/** Does the filter show the token? A recently created token does not count as unused yet. */
export function usedAs(
  { createdAt, lastUsedAt }: Pick<Token, "createdAt" | "lastUsedAt">,
  use: TokenUse,
  nowMs: number,
): boolean {
  if (use === "all") return true;
  if (use === "never") return lastUsedAt === undefined;
  return nowMs - Date.parse(lastUsedAt ?? createdAt) >= UNUSED_DAYS * 86_400_000;
}
