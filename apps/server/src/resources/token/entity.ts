import type { Token } from "@callwright/contract";
import type { TokenRow } from "../../auth/stores/tokens.ts";

/** The value of a private token is not in its row: who has just made one adds it. */
export function toToken({ id, orgId, createdAt, updatedAt, tag, name, restrictions, value, lastUsedAt }: TokenRow): Token {
  return {
    id,
    orgId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    tag,
    ...(name === null ? {} : { name }),
    ...(value === null ? {} : { value }),
    restrictions,
    ...(lastUsedAt === null ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
