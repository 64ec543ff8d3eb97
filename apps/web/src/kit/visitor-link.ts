/** Who answers the visitor. */
export type VisitorTarget = { assistantId: string } | { squadId: string } | { workflowId: string };

/** The parts of a visitor link. */
export interface VisitorLink {
  target: VisitorTarget;
  /** The public token; absent when the link was cut off. */
  publicKey: string | undefined;
  isConsentRequired: boolean;
}

/**
 * `/talk/<assistant>?consent=true#<public token>`, and `/talk/squad/<id>` and `/talk/workflow/<id>` likewise. The token stands after the `#`,
 * which browsers keep to themselves: it is in no server's log and in no `Referer`.
 */
export function readVisitorLink({ pathname, searchParams, hash }: URL): VisitorLink {
  return {
    target: targetOf(pathname),
    publicKey: hash.slice(1) || undefined,
    isConsentRequired: searchParams.get("consent") === "true",
  };
}

function targetOf(pathname: string): VisitorTarget {
  const [, , first = "", id = ""] = pathname.split("/");
  if (first === "squad") return { squadId: id };
  if (first === "workflow") return { workflowId: id };
  return { assistantId: first };
}

/** The link for sharing. */
export function makeVisitorLink(origin: string, { target, publicKey, isConsentRequired }: VisitorLink): string {
  const url = new URL(`/talk/${pathOf(target)}`, origin);
  if (isConsentRequired) url.searchParams.set("consent", "true");
  url.hash = publicKey ?? "";
  return url.href;
}

function pathOf(target: VisitorTarget): string {
  if ("squadId" in target) return `squad/${target.squadId}`;
  return "workflowId" in target ? `workflow/${target.workflowId}` : target.assistantId;
}
