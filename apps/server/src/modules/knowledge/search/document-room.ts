import { ORG_DOCUMENTS_MAX_BYTES } from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { file } from "../tables.ts";

/**
 * Undefined if an organization may store this much more, otherwise the limit as a text. Files and web pages count with their original size; deleted
 * ones do not count. Locks the count of the organization until the end of the transaction. `except`: a web page that is replaced.
 */
export async function refuseBytes(tx: Database, orgId: string, bytes: number, except?: string): Promise<string | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${orgId}`}, 0))`);
  const used = (await sumFiles(tx, orgId)) + (await sumWebsites(tx, orgId, except));
  if (used + bytes <= ORG_DOCUMENTS_MAX_BYTES) return undefined;
  return `${megabytes(ORG_DOCUMENTS_MAX_BYTES)} MB of files and web pages in an organization; ${megabytes(used)} MB are used`;
}

async function sumFiles(tx: Database, orgId: string): Promise<number> {
  const [sum] = await tx
    .select({ bytes: sql<number>`coalesce(sum((state ->> 'bytes')::bigint), 0)::float8` })
    .from(file)
    .where(and(eq(file.orgId, orgId), isNull(file.deletedAt)));
  return sum?.bytes ?? 0;
}

async function sumWebsites(tx: Database, orgId: string, except = ""): Promise<number> {
  const { rows } = await tx.execute<{ bytes: number }>(sql`
    select coalesce(sum((w ->> 'bytes')::bigint), 0)::float8 as bytes
    from knowledge_base k, jsonb_array_elements(k.state -> 'websites') w
    where k.org_id = ${orgId} and k.deleted_at is null and w ->> 'id' <> ${except}`);
  return rows[0]?.bytes ?? 0;
}

const megabytes = (size: number) => (size / 1024 / 1024).toFixed(1);
