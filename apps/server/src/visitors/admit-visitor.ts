import type { OrgCaller } from "../http/caller.ts";
import type { ServerContext } from "../server-context.ts";
import { requireAllowedAddress } from "./allowed-address.ts";
import { requireAllowedTarget, type VisitorTarget } from "./allowed-target.ts";
import { hashVisitorAddress } from "./visitor-address.ts";
import type { Visitor, VisitorAction } from "./visitor-rates.ts";

export interface VisitorRequest {
  action: VisitorAction;
  target: VisitorTarget;
  /** IP address of the client. */
  clientAddress: string;
}

/**
 * The gate of every route that visitors may use, to be passed before anything costs its owner money: may the token reach this
 * target, does what it brings send this server's requests nowhere new, and have the token and the address starts left? Null for a caller
 * of the organisation itself, whom none of it concerns. Fails with `token-inline-refused`, `token-override-refused`,
 * `token-assistant-refused`, `token-address-refused` or `rate-limited`.
 */
export function admitVisitor(
  { config, secrets, visitorRates }: Pick<ServerContext, "config" | "secrets" | "visitorRates">,
  { tag, apiToken }: OrgCaller,
  { action, target, clientAddress }: VisitorRequest,
): Visitor | null {
  if (tag !== "public") return null;
  if (!apiToken) throw new Error("a public caller has no API token");
  requireAllowedTarget(apiToken.restrictions, target);
  requireAllowedAddress(target, config.providerUrls["custom-llm"]);
  const visitor = { tokenId: apiToken.id, addressHash: hashVisitorAddress(clientAddress, secrets.visitors) };
  visitorRates.take(action, visitor);
  return visitor;
}
