import { type ListQuery, type PageQuery, type PluralOf, pluralOf } from "@callwright/contract";
import type { SQL } from "drizzle-orm";
import type { Page } from "../db/page-start.ts";
import type { AuditTarget } from "../http/audit-writes.ts";
import type { OrgCaller } from "../http/caller.ts";
import type { ResourceContext, ResourceService } from "./resource-service.ts";

type With<Name extends string, Value> = { [Key in Name]: Value };
type Handler<Request, Answer> = (request: { caller: OrgCaller } & Request) => Promise<Answer>;
type OneParams = { params: { id: string } };
type Targeting = { target: (target: AuditTarget) => void };

type EntityHandlers<Name extends string, Config, Entity> = With<`create${Name}`, Handler<{ body: Config } & Targeting, Entity>> &
  With<`update${Name}`, Handler<OneParams & { body: object } & Targeting, Entity>> &
  With<`${"get" | "delete" | "restore"}${Name}`, Handler<OneParams & Targeting, Entity>>;

/** How a list's own query parameters become conditions. */
type Filters<Query> = (query: Query) => SQL[];

/** The handlers of the routes that the contract's `resourceRoutes` makes. `name` is the same as there. */
export function resourceHandlers<
  const Name extends string,
  Config extends object,
  Entity,
  Context extends ResourceContext,
  Query extends ListQuery = ListQuery,
>(
  name: Name,
  context: Context,
  service: ResourceService<Config, Entity, Context>,
  filters: Filters<Query> = () => [],
): EntityHandlers<Name, Config, Entity> & With<`list${PluralOf<Name>}`, Handler<{ query: Query }, Entity[]>> {
  const list = ({ caller, query }: { caller: OrgCaller; query: Query }) => service.list(context, caller, query, filters(query));
  return { ...entityHandlers(name, context, service), [`list${pluralOf(name)}`]: list } as ReturnType<
    typeof resourceHandlers<Name, Config, Entity, Context, Query>
  >;
}

/** The handlers of the routes that the contract's `pagedResourceRoutes` makes. */
export function pagedResourceHandlers<
  const Name extends string,
  Config extends object,
  Entity,
  Context extends ResourceContext,
  Query extends PageQuery = PageQuery,
>(
  name: Name,
  context: Context,
  service: ResourceService<Config, Entity, Context>,
  filters: Filters<Query> = () => [],
): EntityHandlers<Name, Config, Entity> & With<`list${PluralOf<Name>}`, Handler<{ query: Query }, Page<Entity>>> {
  const page = ({ caller, query }: { caller: OrgCaller; query: Query }) => service.page(context, caller, query, filters(query));
  return { ...entityHandlers(name, context, service), [`list${pluralOf(name)}`]: page } as ReturnType<
    typeof pagedResourceHandlers<Name, Config, Entity, Context, Query>
  >;
}

function entityHandlers<Config extends object, Entity, Context extends ResourceContext>(
  name: string,
  context: Context,
  service: ResourceService<Config, Entity, Context>,
): Record<string, unknown> {
  const kindOf = (entity: Entity): AuditTarget => {
    const kind = service.kind && (entity as Record<string, unknown>)[service.kind];
    return typeof kind === "string" ? { kind } : {};
  };
  /** Gives the audit log a name for the entity, even if it has none. */
  const told = async ({ target }: Targeting, doing: Promise<Entity>) => {
    const entity = await doing;
    target(kindOf(entity));
    return entity;
  };
  const create: Handler<{ body: Config } & Targeting, Entity> = (request) =>
    told(request, service.create(context, request.caller, request.body));
  const update: Handler<OneParams & { body: object } & Targeting, Entity> = (request) =>
    told(request, service.update(context, request.caller, request.params.id, request.body));
  const one =
    (verb: "get" | "remove" | "restore"): Handler<OneParams & Targeting, Entity> =>
    (request) =>
      told(request, service[verb](context, request.caller, request.params.id));
  return {
    [`create${name}`]: create,
    [`update${name}`]: update,
    [`get${name}`]: one("get"),
    [`delete${name}`]: one("remove"),
    [`restore${name}`]: one("restore"),
  };
}
