import { PlatformError } from "@callwright/contract";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../db/connect.ts";
import {
  assistant,
  campaign,
  credential,
  file,
  knowledgeBase,
  phoneNumber,
  session,
  squad,
  structuredOutput,
  tool,
  workflow,
} from "../db/schema.ts";

/** What an id can name, and where it is found. */
const REFERENCED = {
  assistant,
  campaign,
  credential,
  file,
  "knowledge base": knowledgeBase,
  "phone number": phoneNumber,
  session,
  squad,
  "structured output": structuredOutput,
  tool,
  workflow,
} as const satisfies Record<string, PgTable & Record<"id" | "orgId" | "deletedAt", PgColumn>>;

/** An id, or several, that a field of a config has. */
export interface Reference {
  /** Path of the field: `targetPlan.assistantId`. */
  field: string;
  what: keyof typeof REFERENCED;
  id: string | readonly string[] | undefined;
}

/**
 * Fails with `reference-missing` for the first id that names nothing of this organisation. What is named is not deleted before the
 * transaction ends.
 */
export async function requireReferences(db: Database, orgId: string, references: readonly Reference[]): Promise<void> {
  for (const { field, what, id = [] } of references) {
    const ids = [id].flat().map((each) => each.toLowerCase());
    if (ids.length === 0) continue;
    const table = REFERENCED[what];
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.orgId, orgId), inArray(table.id, ids), isNull(table.deletedAt)))
      .for("share");
    const found = new Set(rows.map((row) => row.id));
    const missing = ids.findIndex((each) => !found.has(each));
    if (missing >= 0)
      throw new PlatformError("reference-missing", { field: typeof id === "string" ? field : `${field}.${missing}`, what });
  }
}
