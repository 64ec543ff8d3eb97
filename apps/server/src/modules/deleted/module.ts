import {
  type DeletedItem,
  platformRoutes,
  RESTORE_DAYS,
  type Route,
  roleAtLeast,
  deletedRoutes as table,
} from "@callwright/contract";
import { and, desc, eq, getTableName, gt, inArray, type SQL, sql } from "drizzle-orm";
import { restorableSince } from "../../platform/db/restorable-since.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { auditEvent } from "../../platform/http/tables.ts";
import { ENTITIES } from "../../platform/jobs/purge-deleted.ts";
import { defineModule, type EntityTable } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";

export const deleted = defineModule({
  name: "deleted",
  routes(app, { platform }) {
    registerRoutes(app, platform, table, {
      listDeletedItems: ({ caller, query }) => listDeleted(platform, caller, query.limit),
    });
  },
});

const routes: Readonly<Record<string, Route | undefined>> = platformRoutes;

/** The names of things in their routes, with the tables of those that a route restores. */
const THINGS = new Map(
  ENTITIES.map((each) => [thingOf(each), each] as const).filter(([thing]) =>
    /^\/[\w/-]+\/\{id\}\/restore$/.test(routes[`restore${thing}`]?.path ?? ""),
  ),
);

/** `phone_number`: `PhoneNumber`. */
function thingOf(each: EntityTable): string {
  return getTableName(each).replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * What was deleted and can be restored, newest first. The audit log finds it, because it knows who deleted it, and is sorted by time: the tables
 * themselves would be read whole.
 */
async function listDeleted(context: ServerContext, { orgId, role }: OrgCaller, limit: number): Promise<DeletedItem[]> {
  const { audit, db, now } = context;
  const since = restorableSince(now());
  const actions = [...THINGS.keys()]
    .filter((thing) => roleAtLeast(role, routes[`get${thing}`]?.role ?? "viewer"))
    .map((thing) => `delete${thing}`);
  // Includes events of this node that are not stored yet.
  await audit.flush();
  const events = await db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.orgId, orgId), gt(auditEvent.createdAt, since), inArray(auditEvent.action, actions)))
    .orderBy(desc(auditEvent.createdAt), desc(auditEvent.id))
    .limit(EVENTS_READ);
  const rows = new Map<string, DeletedRow>();
  for (const [thing, table] of THINGS) {
    const ids = events.flatMap(({ action, targetId }) => (action === `delete${thing}` && targetId ? [targetId] : []));
    if (ids.length > 0) for (const row of await deletedRows(context, table, orgId, ids, since)) rows.set(row.id, row);
  }
  const items: DeletedItem[] = [];
  for (const { action, targetId, targetName, actor, actorName } of events) {
    const row = targetId === null ? undefined : rows.get(targetId);
    if (!row || items.length >= limit) continue;
    // Only its last deletion counts.
    rows.delete(row.id);
    const name = row.name ?? targetName;
    items.push({
      id: row.id,
      thing: action.slice("delete".length),
      ...(name !== null && { name }),
      deletedAt: row.deletedAt.toISOString(),
      goneAt: new Date(row.deletedAt.getTime() + RESTORE_DAYS * DAY_MS).toISOString(),
      actor,
      actorName,
    });
  }
  return items;
}

const DAY_MS = 86_400_000;
/** Deletions that are read, among them those of what was restored since. */
const EVENTS_READ = 5_000;

interface DeletedRow {
  id: string;
  name: string | null;
  deletedAt: Date;
}

async function deletedRows(
  { db }: Pick<ServerContext, "db">,
  each: EntityTable,
  orgId: string,
  ids: readonly string[],
  since: Date,
): Promise<DeletedRow[]> {
  const those = and(eq(each.orgId, orgId), inArray(each.id, [...ids]), gt(each.deletedAt, since));
  const rows = await db
    .select({ id: each.id, name: nameOf(each), deletedAt: each.deletedAt })
    .from(each)
    .where(those);
  return rows as DeletedRow[];
}

/** A number or the name of a function stands for a missing name. */
function nameOf(each: EntityTable): SQL<string | null> {
  const { config, name } = each as Partial<Record<"config" | "name", SQL>>;
  if (config) return sql`coalesce(${config} ->> 'name', ${config} ->> 'number', ${config} -> 'function' ->> 'name')`;
  return name ? sql`${name}` : sql`null`;
}
