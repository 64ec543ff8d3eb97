import { isDeepStrictEqual } from "node:util";
import { type Fields, fieldsOf, invalid, type ListQuery, type PageQuery, SERVER_FIELDS } from "@callwright/contract";
import { getTableName, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "../db/connect.ts";
import { type Page, pageStart, toPage } from "../db/page-start.ts";
import { restorableSince } from "../db/restorable-since.ts";
import type { OrgCaller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { addReadWarnings, parseWhole, readWarnings, withChange } from "../http/parse-whole.ts";
import type { ServerContext } from "../platform.ts";
import { requireConfigurationQuota } from "../quota/quotas.ts";
import { openHeaders, openRow, sealHeaders } from "../secrets/sealed-headers.ts";
import { sealerOf } from "../secrets/sealed-text.ts";
import { inKeyOrder, keyOrderOf } from "./key-order.ts";
import { addedReferences, requireReferences } from "./references.ts";
import {
  changeResource,
  findResource,
  findResourceForUpdate,
  insertResource,
  listResources,
  pageResources,
  type ResourceRow,
  type ResourceRows,
  type ResourceTable,
  restoreResource,
} from "./resource-store.ts";
import { keepSecrets, openSecrets, sealSecrets, storedSecrets, withoutSecrets } from "./secret-fields.ts";

type State = Fields;

/** The part of the context that every resource uses. */
export type ResourceContext = Pick<ServerContext, "config" | "db" | "now" | "newId" | "secrets">;

/** The differences between resources. The kit does the rest. */
export interface ResourceDefinition<Config extends object, Entity, Context extends ResourceContext> {
  /** Capitalized, as a sentence begins: "Phone number". */
  noun: string;
  table: ResourceTable;
  /** The contract's create schema. Stored configs fit it, also after a change. */
  schema: z.ZodType<Config>;
  /** The rows of the table that belong to it: those of one suite. Default: all of the organization's. */
  within?: SQL;
  /** The field with its kind (`provider`, `type`). It never changes. */
  kind?: keyof Config & string;
  /**
   * Called before a config is stored, in its transaction, after its references were found. It may refuse the config (`validation-failed`, …), and
   * returns the server's part of it, the `state`. Default: the earlier state.
   */
  admit?: (request: AdmitRequest<Config, Context>) => Promise<State> | State;
  /** Paths of the secrets in a config. They are stored sealed and never shown; the entity lists which it holds as `storedSecrets`. */
  secrets?: (config: Config) => readonly string[];
  /** Names in its objects stay in the order in which they were written, in `state.keyOrder`. Default: they are sorted. */
  keepsKeyOrder?: true;
  /** A row, without its secrets, as the API shows it. Default: config, state, ids and times. */
  toEntity?: (context: Context, row: ResourceRow) => Entity;
  /** Keeps each config that was stored. See `versions/`. Default: only the last one is kept. */
  history?: ResourceHistory;
  /** Called in the transaction of a delete: refuses it (`…-in-use`), or deletes dependents. */
  release?: (context: Context & { db: Database }, orgId: string, row: ResourceRow) => Promise<void>;
}

/** All of it happens in the transaction of a write. */
interface ResourceHistory {
  /** The row that a config will replace. Returns it as it is then. */
  before: (tx: ResourceContext, row: ResourceRow) => Promise<ResourceRow>;
  /** What the state has with its first config. */
  first: State;
  /** What the state gets with another config. */
  next: (state: State) => State;
  /** The row with its new config. */
  after: (tx: ResourceContext, caller: OrgCaller, row: ResourceRow) => Promise<void>;
}

interface AdmitRequest<Config, Context> {
  /** Its `db` is the transaction. */
  context: Context;
  caller: OrgCaller;
  config: Config;
  /** Undefined for a create. */
  previous: ResourceRow | undefined;
}

export interface ResourceService<Config extends object, Entity, Context extends ResourceContext> {
  /** The field of an entity with its kind, if there are kinds. */
  kind: string | undefined;
  create: (context: Context, caller: OrgCaller, config: Config) => Promise<Entity>;
  list: (context: Context, caller: OrgCaller, query: ListQuery, filters?: readonly SQL[]) => Promise<Entity[]>;
  page: (context: Context, caller: OrgCaller, query: PageQuery, filters?: readonly SQL[]) => Promise<Page<Entity>>;
  get: (context: Context, caller: OrgCaller, id: string) => Promise<Entity>;
  /** Merges by top-level field; null clears one. A change without effect keeps `updatedAt`. */
  update: (context: Context, caller: OrgCaller, id: string, patch: object) => Promise<Entity>;
  /** Replaces the whole config, which the quota includes already, in the transaction of `context`. */
  replace: (context: Context, caller: OrgCaller, id: string, config: Config) => Promise<Entity>;
  remove: (context: Context, caller: OrgCaller, id: string) => Promise<Entity>;
  /** Without effect on one that is not deleted. */
  restore: (context: Context, caller: OrgCaller, id: string) => Promise<Entity>;
}

/** The rules that all plain resources share. Another organization's row is as absent as what never was. */
export function createResourceService<Config extends object, Entity, Context extends ResourceContext = ResourceContext>(
  definition: ResourceDefinition<Config, Entity, Context>,
): ResourceService<Config, Entity, Context> {
  const { noun, table, schema, kind, within, history } = definition;
  const rows: ResourceRows = { table, within };
  const {
    admit = ({ previous }: AdmitRequest<Config, Context>) => previous?.state ?? {},
    secrets: secretsOf,
    release = async () => {},
  } = definition;

  const secretPaths = (config: object) => secretsOf?.(config as Config) ?? [];
  const toStored = (context: Context, id: string, config: Config) =>
    sealHeaders(context, table, id, sealSecrets(sealerOf(context.secrets), placeOf(table, id), secretPaths(config), config));
  const fromStored = (context: Context, row: ResourceRow) => openConfig<Fields>(context, table, row, secretPaths(row.config));

  const toEntity = (context: Context, row: ResourceRow): Entity => {
    const paths = secretPaths(row.config);
    const { keyOrder, ...known } = row.state;
    const state = history ? { ...history.first, ...known } : known;
    const shown = {
      ...row,
      config: inKeyOrder(openHeaders(context, table, row.id, withoutSecrets(paths, row.config)), keyOrder),
      state: secretsOf ? { ...state, storedSecrets: storedSecrets(paths, row.config) } : state,
    };
    return definition.toEntity ? definition.toEntity(context, shown) : (plainEntity(shown) as Entity);
  };

  const configFields = fieldsOf(schema);
  /** A client may write back what it read. A config without a schema has no fields of the server. */
  const withoutServerFields = (patch: object, entity: Entity): Fields => {
    const isServers = (name: string) =>
      !configFields.has(name) && (SERVER_FIELDS.has(name) || Object.hasOwn(entity as object, name));
    if (configFields.size === 0) return { ...patch };
    return Object.fromEntries(Object.entries(patch).filter(([name]) => !isServers(name)));
  };

  const admitted = async (request: AdmitRequest<Config, Context>): Promise<State> => {
    await requireReferences(request.context.db, request.caller.orgId, addedReferences(request.config, request.previous?.config));
    const { keyOrder: _, ...state } = await admit(request);
    const keyOrder = definition.keepsKeyOrder && keyOrderOf(request.config);
    return keyOrder ? { ...state, keyOrder } : state;
  };

  /** Stores a config in the place of a held row's. */
  const write = async (tx: Context, caller: OrgCaller, held: ResourceRow, config: Config): Promise<Entity> => {
    const previous = history ? await history.before(tx, held) : held;
    const { orgId, id } = previous;
    const before = fromStored(tx, previous);
    const kept = await admitted({ context: tx, caller, config, previous });
    const isChanged = !isDeepStrictEqual([config, kept], [before, previous.state]);
    const state = isChanged ? { ...kept, ...history?.next(kept) } : kept;
    const change = { config: toStored(tx, id, config), state, updatedAt: isChanged ? tx.now() : previous.updatedAt };
    const row = found(await changeResource(tx.db, orgId, rows, id, change), noun);
    if (isChanged) await history?.after(tx, caller, row);
    const entity = toEntity(tx, row);
    addReadWarnings(entity, readWarnings(config));
    return entity;
  };

  return {
    kind,

    create: (context, caller, config) => {
      const create = async (db: Database) => {
        await requireConfigurationQuota({ ...context, db }, caller.orgId, config);
        const first = await admitted({ context: { ...context, db }, caller, config, previous: undefined });
        const state = { ...first, ...history?.first };
        const [id, at, { orgId }] = [context.newId(), context.now(), caller];
        const stored = toStored(context, id, config);
        const row = await insertResource(db, rows, { id, orgId, createdAt: at, updatedAt: at, config: stored, state });
        await history?.after({ ...context, db }, caller, row);
        return toEntity(context, row);
      };
      // A single insert needs no explicit transaction, whose begin and commit would be two more round trips.
      const isInsertAlone = definition.admit === undefined && !history && addedReferences(config).length === 0;
      return isInsertAlone ? create(context.db) : context.db.transaction(create);
    },

    list: async (context, { orgId }, query, filters) =>
      (await listResources(context.db, orgId, rows, query, filters)).map((row) => toEntity(context, row)),

    page: async (context, { orgId }, query, filters) =>
      toPage(query, await pageResources(context.db, orgId, rows, query, pageStart(query), filters), (row) =>
        toEntity(context, row),
      ),

    get: async (context, { orgId }, id) => toEntity(context, found(await findResource(context.db, orgId, rows, id), noun)),

    update: (context, caller, id, patch) =>
      context.db.transaction(async (db) => {
        const { orgId } = caller;
        const previous = found(await findResourceForUpdate(db, orgId, rows, id), noun);
        const before = fromStored(context, previous);
        const written = withoutServerFields(patch, toEntity(context, previous));
        requireKind(before, written, kind);
        const whole = keepSecrets(secretPaths(before), before, written, withChange(before, written, patch));
        const config = parseWhole(schema, whole, { changed: new Set(Object.keys(written)) });
        await requireConfigurationQuota({ ...context, db }, orgId, config, before);
        return write({ ...context, db }, caller, previous, config);
      }),

    replace: async (context, caller, id, config) =>
      write(context, caller, found(await findResourceForUpdate(context.db, caller.orgId, rows, id), noun), config),

    remove: (context, { orgId }, id) =>
      context.db.transaction(async (db) => {
        const row = found(await findResourceForUpdate(db, orgId, rows, id), noun);
        await release({ ...context, db }, orgId, row);
        return toEntity(context, found(await changeResource(db, orgId, rows, id, { deletedAt: context.now() }), noun));
      }),

    restore: (context, { orgId }, id) =>
      context.db.transaction(async (db) => {
        const now = context.now();
        const since = restorableSince(now);
        const restored = await restoreResource(db, orgId, rows, id, since, now);
        if (restored) await requireConfigurationQuota({ ...context, db }, orgId, restored.config);
        return toEntity(context, found(restored ?? (await findResource(db, orgId, rows, id)), noun));
      }),
  };
}

/** A config with its secrets. */
export function openConfig<Config extends object>(
  context: Pick<ServerContext, "secrets">,
  table: ResourceTable,
  row: ResourceRow,
  paths: readonly string[],
): Config {
  const { id, config } = openRow(context, table, row);
  return inKeyOrder(openSecrets(sealerOf(context.secrets), placeOf(table, id), paths, config), row.state.keyOrder) as Config;
}

/** The place that a secret is sealed for: it does not open in another row. */
function placeOf(table: ResourceTable, id: string): string {
  return `${getTableName(table)} ${id}`;
}

/** Config, what the server adds, ids and times. */
export function plainEntity({ id, orgId, createdAt, updatedAt, config, state }: ResourceRow): Fields {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  // Four times as fast as a second spread, which a list of a thousand notices.
  return Object.assign({}, config, state, { id, orgId, ...times });
}

/** A kind never changes. */
function requireKind(before: Fields, change: Fields, kind: string | undefined): void {
  if (kind !== undefined && kind in change && change[kind] !== before[kind])
    throw invalid(`${kind} must stay ${before[kind]}; create another instead`);
}
