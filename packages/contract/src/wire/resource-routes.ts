import { z } from "zod";
import { ListQuery, PageMetadata, PageQuery } from "./list-query.ts";
import { type MethodOf, type Noun, type PathOf, type PluralOf, placeRoutes, pluralOf } from "./noun.ts";
import type { Role, Route } from "./route.ts";

export interface ResourceSchemas {
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
type RouteAt<N extends Noun, Name extends string> = PrivateRoute<MethodOf<N["addresses"][Name]>, PathOf<N["addresses"][Name]>>;

type EntityRoutes<N extends Noun, S extends ResourceSchemas> = With<
  `create${N["thing"]}`,
  RouteAt<N, `create${N["thing"]}`> & { body: S["create"]; response: S["entity"] }
> &
  With<`get${N["thing"]}`, RouteAt<N, `get${N["thing"]}`> & { response: S["entity"] }> &
  With<`update${N["thing"]}`, RouteAt<N, `update${N["thing"]}`> & { body: S["update"]; response: S["entity"] }> &
  With<`delete${N["thing"]}`, RouteAt<N, `delete${N["thing"]}`> & { response: S["entity"] }> &
  With<`restore${N["thing"]}`, RouteAt<N, `restore${N["thing"]}`> & { response: S["entity"] }>;

/** A list of a resource: newest first, whole entities. */
type ListRoute<N extends Noun, S extends ResourceSchemas, Query extends z.ZodType> = With<
  `list${PluralOf<N["thing"]>}`,
  RouteAt<N, `list${PluralOf<N["thing"]>}`> & { query: Query; response: z.ZodArray<S["entity"]> }
>;

type PageRoute<N extends Noun, S extends ResourceSchemas, Query extends z.ZodType> = With<
  `list${PluralOf<N["thing"]>}`,
  RouteAt<N, `list${PluralOf<N["thing"]>}`> & { query: Query; response: PageOf<S["entity"]> }
>;

type PageOf<Entity extends z.ZodType> = z.ZodObject<
  { results: z.ZodArray<Entity>; metadata: typeof PageMetadata },
  z.core.$loose
>;

export function pageOf<Entity extends z.ZodType>(entity: Entity): PageOf<Entity> {
  return z.looseObject({ results: z.array(entity), metadata: PageMetadata });
}

/** Create, list, get, update, delete and restore. The list is a bare array. `query` is the list's query; default `ListQuery`. */
export function resourceRoutes<N extends Noun, S extends ResourceSchemas, Query extends z.ZodType = typeof ListQuery>(
  noun: N,
  schemas: S,
  query?: Query,
): EntityRoutes<N, S> & ListRoute<N, S, Query> {
  const list = { query: query ?? ListQuery, response: z.array(schemas.entity) };
  return buildRoutes(noun, schemas, list) as EntityRoutes<N, S> & ListRoute<N, S, Query>;
}

/** The same with a paged list. `query` extends `PageQuery`, the default. */
export function pagedResourceRoutes<N extends Noun, S extends ResourceSchemas, Query extends z.ZodType = typeof PageQuery>(
  noun: N,
  schemas: S,
  query?: Query,
): EntityRoutes<N, S> & PageRoute<N, S, Query> {
  const list = { query: query ?? PageQuery, response: pageOf(schemas.entity) };
  return buildRoutes(noun, schemas, list) as EntityRoutes<N, S> & PageRoute<N, S, Query>;
}

function buildRoutes(
  { thing, label, addresses }: Noun,
  { create, update, entity, writeRole = "editor" }: ResourceSchemas,
  list: Pick<Route, "query" | "response">,
): object {
  const a = `${/^[aeiou]/i.test(label) ? "an" : "a"} ${label}`;
  const [read, write] = [
    { role: "viewer", response: entity },
    { role: writeRole, response: entity },
  ] as const;
  return placeRoutes(addresses, {
    [`create${thing}`]: { ...write, body: create, status: 201, summary: `Create ${a}` },
    [`list${pluralOf(thing)}`]: { ...read, ...list, summary: `List ${pluralOf(label)}, newest first` },
    [`get${thing}`]: { ...read, summary: `Get ${a}` },
    [`update${thing}`]: { ...write, body: update, summary: `Update ${a}; null clears a field` },
    [`delete${thing}`]: { ...write, summary: `Delete ${a}; it can be restored for 30 days` },
    [`restore${thing}`]: { ...write, summary: `Restore a deleted ${label}` },
  });
}
