import { PlatformError, type TokenRestrictions, type TokenTag } from "@callwright/contract";

/** What a page may do with a token says nothing about a private one, which no page holds. */
const PUBLIC_ONLY = ["allowedOrigins", "allowedAssistantIds", "allowTransientAssistant"] as const;

/**
 * Restrictions as they will apply, defaults filled in. Fails with `validation-failed` when a private token is restricted in a way that
 * it would not keep to: better a refusal than a limit that is none.
 */
export function applicableRestrictions(tag: TokenTag, given: TokenRestrictions = {}): TokenRestrictions {
  const { enabled = true, allowedOrigins, allowedAssistantIds, allowTransientAssistant = true } = given;
  if (tag === "private") {
    const problems = PUBLIC_ONLY.filter((name) => given[name] !== undefined).map(
      (name) => `restrictions.${name} is for public tokens only`,
    );
    if (problems.length > 0) throw new PlatformError("validation-failed", {}, { problems });
    return { enabled };
  }
  return {
    enabled,
    ...(allowedOrigins && { allowedOrigins }),
    ...(allowedAssistantIds && { allowedAssistantIds }),
    // An assistant that a page brings along is on no list.
    allowTransientAssistant: allowTransientAssistant && allowedAssistantIds === undefined,
  };
}
