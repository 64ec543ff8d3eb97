import { platformRoutes, type Route } from "@callwright/contract";
import type { TokenKind } from "./access.ts";

/** The token kind for a path. Paths outside of the contract get the organization's token. */
export function tokenKindOf(method: string, path: string): TokenKind {
  if (path.startsWith("/api/auth/")) return "session";
  const matching = Object.values<Route>(platformRoutes).filter((route) => route.method === method && fits(route.path, path));
  // `feature-flag` in `/org/feature-flag` is not an id.
  const route = matching.find((each) => each.path === path) ?? matching[0];
  return route?.scope === "user" || route?.scope === "account" ? "user" : "org";
}

function fits(pattern: string, path: string): boolean {
  const parts = pattern.split("/");
  const given = path.split("/");
  return parts.length === given.length && parts.every((part, index) => part.startsWith("{") || part === given[index]);
}
