import { PlatformError } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { assistant, knowledgeBase, squad, tool, workflow } from "../../db/schema/platform.ts";

/** What may name files, at any depth, as `fileIds`: chunk plans of knowledge bases, query tools, and assistants that bring such tools along. */
const USERS = { "knowledge base": knowledgeBase, tool, assistant, squad, workflow };
/** Named in the refusal. Ids are compared in lower case, as they are stored; a config may name them in capitals. */
const MAX_NAMED = 5;

/**
 * A file in use is not deleted, because an assistant would lose its knowledge unnoticed. Fails with `file-in-use`, which
 * names the users. Those that are deleted do not count; when one is restored after its file was deleted, it finds the file missing.
 */
export async function refuseFileInUse(db: Database, orgId: string, fileId: string): Promise<void> {
  const vars = JSON.stringify({ id: fileId });
  const queries: SQL[] = Object.entries(USERS).map(
    ([noun, table]) => sql`
      select ${noun}::text as noun, coalesce(${table.config} ->> 'name', ${table.config} #>> '{function,name}') as name, ${table.id} as id
      from ${table}
      where ${table.orgId} = ${orgId} and ${table.deletedAt} is null
        and jsonb_path_exists(lower(${table.config}::text)::jsonb, '$.**.fileids[*] ? (@ == $id)', ${vars}::jsonb)`,
  );
  const { rows } = await db.execute<{ noun: string; name: string | null; id: string }>(
    sql`${sql.join(queries, sql` union all `)} limit ${MAX_NAMED}`,
  );
  if (rows.length === 0) return;
  const users = rows.map(({ noun, name, id }) => `${noun} ${name ? `'${name}' (${id})` : id}`).join(", ");
  throw new PlatformError("file-in-use", { users });
}
