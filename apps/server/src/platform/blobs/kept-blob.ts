import { and, eq, isNull } from "drizzle-orm";
import { call, callExport } from "../../modules/call/tables.ts";
import { file } from "../../modules/knowledge/tables.ts";
import { organization } from "../auth/tables.ts";
import type { Database } from "../db/connect.ts";
import { blobOwner } from "./blob-key.ts";

const TABLES = { call, file, export: callExport } as const;

/** Is the call, the file or the export of a blob there, and its organization? */
export async function isKept(db: Database, key: string): Promise<boolean> {
  const { orgId, kind, id } = blobOwner(key);
  const table = TABLES[kind];
  const [row] = await db
    .select({ id: table.id })
    .from(table)
    .innerJoin(organization, eq(organization.id, table.orgId))
    .where(and(eq(table.id, id), eq(table.orgId, orgId), isNull(table.deletedAt), isNull(organization.deletedAt)));
  return row !== undefined;
}
