import { type CompatForm, parseUrl, type Token, type TokenRestrictions } from "@callwright/contract";

export type TokenForm = ReturnType<typeof formOf>;

/** A token as it is edited. */
export function formOf({ name, tag, restrictions, compat }: Pick<Token, "name" | "tag" | "restrictions" | "compat">) {
  return {
    name: name ?? "",
    tag,
    isEnabled: restrictions.enabled !== false,
    /** Of a private token: for an SDK of the hosted platform, which reads that platform's names alone. */
    isForSdk: compat !== undefined,
    /** Origins of a public token; empty: every origin. */
    origins: restrictions.allowedOrigins ?? [],
    /** Assistants of a public token; empty: every assistant. */
    assistantIds: restrictions.allowedAssistantIds ?? [],
    /** May a page change the assistant it talks to? */
    mayChangeAssistant: restrictions.allowTransientAssistant ?? false,
  };
}

export const EMPTY_TOKEN = formOf({ tag: "public", restrictions: {} });

/** Only the restrictions. A missing list restricts nothing. */
export function restrictionsOf({ tag, isEnabled, origins, assistantIds, mayChangeAssistant }: TokenForm): TokenRestrictions {
  const enabled = isEnabled ? {} : { enabled: false };
  if (tag === "private") return enabled;
  return {
    ...enabled,
    ...(origins.length > 0 ? { allowedOrigins: origins } : {}),
    ...(assistantIds.length > 0 ? { allowedAssistantIds: assistantIds } : {}),
    allowTransientAssistant: mayChangeAssistant && assistantIds.length === 0,
  };
}

export function compatOf({ tag, isForSdk }: TokenForm): CompatForm | undefined {
  return tag === "private" && isForSdk ? "provider" : undefined;
}

/** The first entry that is not an origin: scheme, host and port only. */
export function originProblem(origins: readonly string[]): string | undefined {
  return origins.find((text) => {
    const url = parseUrl(text);
    if (!url || text.includes("*")) return true;
    return (url.protocol !== "https:" && url.protocol !== "http:") || url.href !== `${url.origin}/`;
  });
}
