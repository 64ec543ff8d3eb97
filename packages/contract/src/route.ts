import type { z } from "zod";

/** Who may call a route: anyone, the holder of a user token, that or a private organisation token (`account`), a public or private organisation token, or a private one only. */
export type RouteScope = "none" | "user" | "account" | "public" | "private";

/** From the least to the most powerful. */
export const ROLES = ["viewer", "editor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Is `role` at least `needed`? */
export function roleAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

export interface Route {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path with `{name}` parameters, as in OpenAPI. */
  path: string;
  /** Path parameters that are not ids (UUIDs). One that does not fit is a path of nothing: 404. */
  params?: Record<string, z.ZodType<string>>;
  scope: RouteScope;
  /** Least role of a private caller. */
  role: Role;
  query?: z.ZodType;
  /** An optional one may be left out of the request altogether. */
  body?: z.ZodType;
  /** How the body travels. Default `json`. In a `form` (multipart) files are `z.file()`, objects are JSON in a part. */
  bodyType?: "json" | "form";
  /** `z.void()`: nothing. */
  response: z.ZodType;
  /** Media type of an answer that is not JSON, unless the handler's file has another; the response is then a string. */
  mediaType?: string;
  /** What an event holds, of a route that answers with a stream of them to a body with `stream: true`. */
  events?: z.ZodType;
  /** Status of success. */
  status: 200 | 201;
  summary: string;
}

/** A resource's table of routes, its literal types kept for the client. */
export function defineRoutes<const Table extends Record<string, Route>>(table: Table): Table {
  return table;
}
