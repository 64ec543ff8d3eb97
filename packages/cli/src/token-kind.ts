import { platformRoutes, type Route } from "@callwright/contract";
import type { TokenKind } from "./access.ts";

/** With which token a path is asked. One that the contract does not name is asked with the organisation's. */
export function tokenKindOf(method: string, path: string): TokenKind {
  if (path.startsWith("/api/auth/")) return "session";
  const matching = Object.values<Route>(platformRoutes).filter((route) => route.method === method && fits(route.path, path));
  // `/org/feature-flag` is no organisation's id.
  const route = matching.find((each) => each.path === path) ?? matching[0];
  return route?.scope === "user" || route?.scope === "account" ? "user" : "org";
}

function fits(pattern: string, path: string): boolean {
  const parts = pattern.split("/");
  const given = path.split("/");
  return parts.length === given.length && parts.every((part, index) => part.startsWith("{") || part === given[index]);
}
