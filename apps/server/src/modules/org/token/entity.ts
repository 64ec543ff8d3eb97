import type { Token } from "@callwright/contract";
import type { TokenRow } from "../../../platform/auth/stores/tokens.ts";

/** The value of a private token is not in its row: who has just made one adds it. */
export function toToken(row: TokenRow): Token {
  const { id, orgId, createdAt, updatedAt, tag, name, restrictions, compat, value, lastUsedAt } = row;
  return {
    id,
    orgId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    tag,
    ...(name === null ? {} : { name }),
    ...(value === null ? {} : { value }),
    restrictions,
    ...(compat === null ? {} : { compat }),
    ...(lastUsedAt === null ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
