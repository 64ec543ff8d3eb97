import { z } from "zod";
import { ListQuery, PageMetadata, PageQuery } from "./list-query.ts";
import type { Role, Route } from "./route.ts";

export interface ResourceDescription {
  /** In PascalCase: `Squad` gives `createSquad`, `listSquads`, … */
  name: string;
  /** The collection's path: `/squad`. */
  path: string;
  /** As in a sentence: `squad`, `phone number`. */
  noun: string;
  create: z.ZodType;
  /** The body of PATCH. See `patchOf`. */
  update: z.ZodType;
  entity: z.ZodType;
  /** Minimum role for writes. Default `editor`. */
  writeRole?: Role;
}

export interface PrivateRoute<Method extends Route["method"], Path extends string> extends Route {
  method: Method;
  path: Path;
  scope: "private";
}

type With<Name extends string, Value> = { [Key in Name]: Value };

type EntityRoutes<D extends ResourceDescription> = With<
  `create${D["name"]}`,
  PrivateRoute<"POST", D["path"]> & { body: D["create"]; response: D["entity"] }
> &
  With<`get${D["name"]}`, PrivateRoute<"GET", `${D["path"]}/{id}`> & { response: D["entity"] }> &
  With<`update${D["name"]}`, PrivateRoute<"PATCH", `${D["path"]}/{id}`> & { body: D["update"]; response: D["entity"] }> &
  With<`delete${D["name"]}`, PrivateRoute<"DELETE", `${D["path"]}/{id}`> & { response: D["entity"] }> &
  With<`restore${D["name"]}`, PrivateRoute<"POST", `${D["path"]}/{id}/restore`> & { response: D["entity"] }>;

/** A list of a resource: newest first, whole entities. */
type ListRoute<D extends ResourceDescription, Query extends z.ZodType> = With<
  `list${D["name"]}s`,
  PrivateRoute<"GET", D["path"]> & { query: Query; response: z.ZodArray<D["entity"]> }
>;

type PageRoute<D extends ResourceDescription, Query extends z.ZodType> = With<
  `list${D["name"]}s`,
  PrivateRoute<"GET", D["path"]> & { query: Query; response: PageOf<D["entity"]> }
>;

type PageOf<Entity extends z.ZodType> = z.ZodObject<
  { results: z.ZodArray<Entity>; metadata: typeof PageMetadata },
  z.core.$loose
>;

export function pageOf<Entity extends z.ZodType>(entity: Entity): PageOf<Entity> {
  return z.looseObject({ results: z.array(entity), metadata: PageMetadata });
}

/** Create, list, get, update, delete and restore. The list is a bare array. `query` is the list's query; default `ListQuery`. */
export function resourceRoutes<const D extends ResourceDescription, Query extends z.ZodType = typeof ListQuery>(
  description: D,
  query?: Query,
): EntityRoutes<D> & ListRoute<D, Query> {
  const list = { query: query ?? ListQuery, response: z.array(description.entity) };
  return buildRoutes(description, list) as EntityRoutes<D> & ListRoute<D, Query>;
}

/** The same with a paged list. `query` extends `PageQuery`, the default. */
export function pagedResourceRoutes<const D extends ResourceDescription, Query extends z.ZodType = typeof PageQuery>(
  description: D,
  query?: Query,
): EntityRoutes<D> & PageRoute<D, Query> {
  const list = { query: query ?? PageQuery, response: pageOf(description.entity) };
  return buildRoutes(description, list) as EntityRoutes<D> & PageRoute<D, Query>;
}

function buildRoutes(
  { name, path, noun, create, update, entity, writeRole = "editor" }: ResourceDescription,
  list: Pick<Route, "query" | "response">,
): Record<string, Route> {
  const one = { path: `${path}/{id}`, scope: "private", response: entity, status: 200 } as const;
  const a = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
  const write = { scope: "private", role: writeRole } as const;
  const summary = {
    create: `Create ${a}`,
    list: `List ${noun}s, newest first`,
    get: `Get ${a}`,
    update: `Update ${a}; null clears a field`,
    delete: `Delete ${a}; it can be restored for 30 days`,
    restore: `Restore a deleted ${noun}`,
  };
  return {
    [`create${name}`]: { method: "POST", path, ...write, body: create, response: entity, status: 201, summary: summary.create },
    [`list${name}s`]: { method: "GET", path, scope: "private", role: "viewer", ...list, status: 200, summary: summary.list },
    [`get${name}`]: { method: "GET", ...one, role: "viewer", summary: summary.get },
    [`update${name}`]: { method: "PATCH", ...one, role: writeRole, body: update, summary: summary.update },
    [`delete${name}`]: { method: "DELETE", ...one, role: writeRole, summary: summary.delete },
    [`restore${name}`]: { method: "POST", ...one, path: `${path}/{id}/restore`, role: writeRole, summary: summary.restore },
  };
}
