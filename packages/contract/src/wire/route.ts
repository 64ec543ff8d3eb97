import type { z } from "zod";

/**
 * Which bearer a route takes. `none`: no bearer. `user`: a user token. `account`: a user token or a private organization token.
 * `public`: any organization token. `private`: a private organization token.
 */
export type RouteScope = "none" | "user" | "account" | "public" | "private";

/** From the weakest to the strongest. */
export const ROLES = ["viewer", "editor", "admin"] as const;
export type Role = (typeof ROLES)[number];

export function roleAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

export interface Route {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path with `{name}` parameters, as in OpenAPI. */
  path: string;
  /** Path parameters that are not ids (UUIDs). A value that does not match gets 404. */
  params?: Record<string, z.ZodType<string>>;
  scope: RouteScope;
  /** Minimum role of a private caller. */
  role: Role;
  query?: z.ZodType;
  /** With an optional schema, the request may have no body. */
  body?: z.ZodType;
  /** Encoding of the body. Default `json`. In a `form` (multipart), files are `z.file()` and objects are JSON in a part. */
  bodyType?: "json" | "form";
  /** `z.void()`: no body. */
  response: z.ZodType;
  /** Media type of a response that is not JSON, unless the handler's file has another. The response is then a string. */
  mediaType?: string;
  /** Besides `mediaType`: the JSON that the query can ask for instead. */
  orJson?: z.ZodType;
  /** Schema of one event, for a route that streams events when the body has `stream: true`. */
  events?: z.ZodType;
  /** Status on success. 302: a redirect. */
  status: 200 | 201 | 302;
  summary: string;
}

/** A resource's routes. Keeps the literal types for the client. */
export function defineRoutes<const Table extends Record<string, Route>>(table: Table): Table {
  return table;
}
