import { PlatformError } from "@callwright/contract";
import { and, eq, isNull } from "drizzle-orm";
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

/** Fails with `reference-missing` for the first id that names nothing of this organisation. */
export async function requireReferences(db: Database, orgId: string, references: readonly Reference[]): Promise<void> {
  for (const { field, what, id = [] } of references) {
    const table = REFERENCED[what];
    for (const [index, each] of [id].flat().entries()) {
      const [found] = await db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.orgId, orgId), eq(table.id, each.toLowerCase()), isNull(table.deletedAt)));
      const path = typeof id === "string" ? field : `${field}.${index}`;
      if (!found) throw new PlatformError("reference-missing", { field: path, what });
    }
  }
}
