/** The parts of a visitor link. */
export interface VisitorLink {
  assistantId: string;
  /** The public token; absent when the link was cut off. */
  publicKey: string | undefined;
  isConsentRequired: boolean;
}

/**
 * `/talk/<assistant>?consent=true#<public token>`. The token stands after the `#`, which browsers keep to themselves: it is in no
 * server's log and in no `Referer`.
 */
export function readVisitorLink({ pathname, searchParams, hash }: URL): VisitorLink {
  return {
    assistantId: pathname.split("/")[2] ?? "",
    publicKey: hash.slice(1) || undefined,
    isConsentRequired: searchParams.get("consent") === "true",
  };
}

/** The link for sharing. */
export function makeVisitorLink(origin: string, { assistantId, publicKey, isConsentRequired }: VisitorLink): string {
  const url = new URL(`/talk/${assistantId}`, origin);
  if (isConsentRequired) url.searchParams.set("consent", "true");
  url.hash = publicKey ?? "";
  return url.href;
}
