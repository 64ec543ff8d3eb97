import { PAGE_MAX_CHARACTERS, PlatformError } from "@callwright/contract";
import { and, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./connect.ts";

/** The rows of a page, and how long each is. */
interface PageRows {
  table: PgTable;
  where: SQL | undefined;
  order: readonly SQL[];
  /** The rows of the page, without the one that shows whether another page follows. */
  limit: number | Placeholder;
  offset?: number | Placeholder;
  /** SQL of the characters that a row adds to a page. */
  characters: SQL;
}

/**
 * The condition that a page has at most `PAGE_MAX_CHARACTERS`, or only one row. The database sums the lengths, so no row of a page that is too long
 * is read. A query with this condition returns the whole page or nothing.
 */
export function pageFits(page: PageRows): SQL {
  return sql`(select count(*) <= 1 or sum(characters) <= ${PAGE_MAX_CHARACTERS} from (${lengths(page)}) as page)`;
}

/**
 * Reads a page if it fits. `read` gets the condition of its rows. Fails with `page-too-large`, which says how many rows fit. A single row is
 * always answered.
 */
export async function readFittingPage<Row>(
  db: Database,
  page: PageRows & { limit: number; offset?: number },
  read: (where: SQL | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read(and(page.where, pageFits(page)));
  if (rows.length === 0) await requireFitting(db, page);
  return rows;
}

/** The same for whole rows of one table, and `more` rows than the page has. */
export function selectFittingPage<Table extends PgTable>(
  db: Database,
  page: PageRows & { table: Table; limit: number; offset?: number },
  more = 0,
): Promise<Table["$inferSelect"][]> {
  const { table, order, limit, offset = 0 } = page;
  return readFittingPage(db, page, (where) =>
    db
      .select()
      .from(table as PgTable)
      .where(where)
      .orderBy(...order)
      .limit(limit + more)
      .offset(offset),
  );
}

/** Fails with `page-too-large` when the page is too long. For a page that has no rows: it may be empty, or may not have fitted. */
export async function requireFitting(db: Database, page: PageRows): Promise<void> {
  if (page.limit === 0) return;
  const { rows } = await db.execute<{ characters: number }>(lengths(page));
  let characters = 0;
  for (const [index, row] of rows.entries()) {
    characters += row.characters;
    if (characters > PAGE_MAX_CHARACTERS && index > 0)
      throw new PlatformError("page-too-large", { maxCharacters: PAGE_MAX_CHARACTERS, fitting: index });
  }
}

/** The lengths of the rows in the order of the page. */
function lengths({ table, where, order, limit, offset, characters }: PageRows): SQL {
  const from = sql`select ${characters} as characters from ${table} where ${where ?? sql`true`}`;
  return sql`${from} order by ${sql.join([...order], sql`, `)} limit ${limit} offset ${offset ?? 0}`;
}
