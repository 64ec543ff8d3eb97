import { eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { organization } from "./auth/schema.ts";
import { loggableCause } from "./db/database-retry.ts";
import * as schema from "./db/schema.ts";
import { HEADER_FIELDS, sealHeaders } from "./sealed-headers.ts";
import type { ServerContext } from "./server-context.ts";

type Context = Pick<ServerContext, "db" | "secrets" | "log" | "now">;
type Row = Record<string, unknown>;

/** Where headers may rest: a table, what its rows are sealed by, and its columns that may hold some. */
interface Holder {
  table: PgTable;
  id: SQL | PgColumn;
  columns: readonly PgColumn[];
}

const { assistant, assistantDraft, assistantVersion, call, session } = schema;
const RESOURCES = [
  ...[schema.squad, schema.workflow, schema.tool, schema.phoneNumber, schema.knowledgeBase, schema.structuredOutput],
  ...[schema.testSuite, schema.testSuiteTest, schema.testSuiteRun, schema.campaign, schema.credential, schema.template],
  ...[schema.file, schema.providerResource],
];
const HOLDERS: readonly Holder[] = [
  ...[assistant, assistantVersion, ...RESOURCES].map((table) => ({ table, id: table.id, columns: [table.config] })),
  {
    table: assistantDraft,
    // As the store of assistants names a draft.
    id: sql`${assistantDraft.assistantId} || ' ' || ${assistantDraft.userId}`,
    columns: [assistantDraft.config],
  },
  { table: call, id: call.id, columns: [call.assistant, call.assistantOverrides, call.details] },
  { table: session, id: session.id, columns: [session.assistant, session.assistantOverrides, session.customer] },
  { table: organization, id: organization.id, columns: [organization.fields] },
];

const TASK = "seal-headers";
/** Rows that one statement looks at. */
const BATCH_ROWS = 200;

/**
 * Seals the headers that an earlier release stored in clear, once for a database: beside the requests, for until then they are read as
 * they are. What is interrupted, or fails, begins again with the next start. `close` ends it after the row it is at.
 */
export function startSealingOldHeaders(context: Context): { done: Promise<void>; close: () => Promise<void> } {
  const stop = new AbortController();
  const done = sealAll(context, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted)
      context.log.warn({ err: loggableCause(error) }, "old headers could not be sealed; the next start tries again");
  });
  return {
    done,
    close: () => {
      stop.abort();
      return done;
    },
  };
}

async function sealAll(context: Context, signal: AbortSignal): Promise<void> {
  const { db, log, now } = context;
  const { doneOnce } = schema;
  if ((await db.$count(doneOnce, eq(doneOnce.name, TASK))) > 0) return;
  let sealed = 0;
  for (const holder of HOLDERS) sealed += await sealTable(context, holder, signal);
  if (signal.aborted) return;
  await db.insert(doneOnce).values({ name: TASK, doneAt: now() }).onConflictDoNothing();
  if (sealed > 0) log.info({ rows: sealed }, "sealed headers that rested in clear");
}

async function sealTable(context: Context, holder: Holder, signal: AbortSignal): Promise<number> {
  const { table, id, columns } = holder;
  const inClear = sql<boolean>`coalesce(${sql.join(columns.flatMap(hasHeaders), sql` or `)}, false)`;
  let sealed = 0;
  for (let last = ""; !signal.aborted; ) {
    const rows = await context.db
      .select({ id: sql<string>`${id}`, inClear })
      .from(table)
      .where(gt(sql`${id}`, last))
      .orderBy(sql`${id}`)
      .limit(BATCH_ROWS);
    for (const row of rows) {
      if (signal.aborted || !row.inClear) continue;
      await sealOne(context, holder, row.id);
      sealed += 1;
    }
    last = rows.at(-1)?.id ?? "";
    if (rows.length < BATCH_ROWS) break;
  }
  return sealed;
}

/** Sealed ones are text. */
function hasHeaders(column: PgColumn): SQL[] {
  return HEADER_FIELDS.map(
    (field) => sql`coalesce(jsonb_path_exists(${column}, ${`$.**.${field} ? (@.type() == "object")`}::jsonpath), false)`,
  );
}

/** Nobody changes the row meanwhile. */
async function sealOne(context: Context, { table, id, columns }: Holder, rowId: string): Promise<void> {
  const names = Object.entries(getTableColumns(table)).filter(([, column]) => columns.includes(column));
  await context.db.transaction(async (tx) => {
    const [row] = await tx
      .select(Object.fromEntries(names))
      .from(table)
      .where(eq(sql`${id}`, rowId))
      .for("update");
    if (row)
      await tx
        .update(table)
        .set(sealHeaders<Row>(context, table, rowId, row))
        .where(eq(sql`${id}`, rowId));
  });
}
