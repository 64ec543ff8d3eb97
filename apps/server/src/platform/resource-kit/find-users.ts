import { type SQL, sql } from "drizzle-orm";
import type { assistant } from "../../modules/assistant/tables.ts";
import type { knowledgeBase } from "../../modules/knowledge/tables.ts";
import type { squad } from "../../modules/squad/tables.ts";
import type { phoneNumber } from "../../modules/telephony/tables.ts";
import type { tool } from "../../modules/tool/tables.ts";
import type { workflow } from "../../modules/workflow/tables.ts";
import type { Database } from "../db/connect.ts";

type UserTable = typeof assistant | typeof knowledgeBase | typeof phoneNumber | typeof squad | typeof tool | typeof workflow;

/** A resource whose config names an id. */
export interface FoundUser<Noun extends string> {
  noun: Noun;
  name: string | null;
  id: string;
}

interface Search<Noun extends string> {
  /** The searched tables, by the noun of a found row. */
  tables: Readonly<Record<Noun, UserTable>>;
  /** The fields that hold such ids, at any depth: lists of ids, or one. */
  fields: readonly string[];
  id: string;
  limit: number;
}

/** Resources of an organization whose config has an id in one of these fields, by name. Deleted ones do not count. */
export async function findUsers<Noun extends string>(
  db: Database,
  orgId: string,
  { tables, fields, id, limit }: Search<Noun>,
): Promise<FoundUser<Noun>[]> {
  // Ids are compared in lower case, as they are stored; a config may name them in capitals.
  const vars = JSON.stringify({ id: id.toLowerCase() });
  const path = fields.map((field) => `exists($.**.${field.toLowerCase()}[*] ? (@ == $id))`).join(" || ");
  const queries = Object.entries<UserTable>(tables).map(
    ([noun, table]): SQL => sql`
      select ${noun}::text as noun, coalesce(${table.config} ->> 'name', ${table.config} #>> '{function,name}') as name, ${table.id} as id
      from ${table}
      where ${table.orgId} = ${orgId} and ${table.deletedAt} is null
        and jsonb_path_match(lower(${table.config}::text)::jsonb, ${path}::jsonpath, ${vars}::jsonb)`,
  );
  const { rows } = await db.execute<{ noun: Noun; name: string | null; id: string }>(
    sql`${sql.join(queries, sql` union all `)} order by noun, name, id limit ${limit}`,
  );
  return rows.map(({ noun, name, id: found }) => ({ noun, name, id: found }));
}
