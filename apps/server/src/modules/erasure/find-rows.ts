import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { PersonalRows, Platform } from "../../platform/modules/module.ts";
import { hashPerson, textsIn } from "../../platform/people/person-keys.ts";
import type { ErasureRow } from "./store.ts";

/** Rows of one fetch. */
const FETCHED_ROWS = 500;

type Context = Pick<Platform, "db" | "personal" | "secrets">;

/** The ids of a person's rows, table by table in the order of the modules. */
export type FoundRows = ReadonlyMap<PersonalRows, readonly string[]>;

/**
 * Finds everything about a person that was created until `until`. The person is known by a hash alone, so every row of the organization is
 * read once. Rows that name what was found before them, as a test the call that it was made from, are found with it.
 */
export async function findRows(
  context: Context,
  { orgId, hash, kind }: Pick<ErasureRow, "orgId" | "hash" | "kind">,
  until: Date,
  signal: AbortSignal,
): Promise<FoundRows> {
  const found = new Map<PersonalRows, string[]>();
  const ids = new Set<string>();
  const isMeant = (value: unknown): boolean => {
    for (const { text, keys } of textsIn(value)) {
      if (ids.has(text)) return true;
      if (keys.some((key) => key.kind === kind && hashPerson(context.secrets, orgId, key) === hash)) return true;
    }
    return false;
  };
  for (const rows of context.personal) {
    const those: string[] = [];
    const { names } = rows;
    const isTaken = "with" in names ? [...found].some(([{ table }, some]) => table === names.with && some.length > 0) : true;
    if (isTaken)
      await readEach(context, rows, { orgId, until }, signal, ({ id, value }) => {
        if ("with" in names || isMeant(value)) those.push(id);
      });
    found.set(rows, those);
    for (const id of those) ids.add(id);
  }
  return found;
}

interface NamedRow extends Record<string, unknown> {
  id: string;
  value: unknown;
}

/** Reads each row's id, and what may name a person in it, over a cursor: a table may be larger than memory. */
async function readEach(
  { db }: Context,
  { table, names, those }: PersonalRows,
  { orgId, until }: { orgId: string; until: Date },
  signal: AbortSignal,
  visit: (row: NamedRow) => void,
): Promise<void> {
  const value: SQL = "with" in names ? sql`null::json` : names;
  const where = and(eq(table.orgId, orgId), lte(table.createdAt, until), those);
  // A cursor lives in a transaction.
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`declare people no scroll cursor for select ${table.id} as id, ${value} as value from ${table} where ${where}`,
    );
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await tx.execute<NamedRow>(sql.raw(`fetch ${FETCHED_ROWS} from people`));
      if (rows.length === 0) return;
      rows.forEach(visit);
    }
  });
}
