import { OWN_DATA_FIELDS, PlatformError, referredBy } from "@callwright/contract";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { assistant } from "../../modules/assistant/tables.ts";
import { campaign } from "../../modules/campaign/tables.ts";
import { session } from "../../modules/chat/tables.ts";
import { credential } from "../../modules/credential/tables.ts";
import { file, knowledgeBase } from "../../modules/knowledge/tables.ts";
import { personality, scenario, simulationSuite, storedSimulation } from "../../modules/simulation/tables.ts";
import { squad } from "../../modules/squad/tables.ts";
import { structuredOutput } from "../../modules/structured-output/tables.ts";
import { phoneNumber } from "../../modules/telephony/tables.ts";
import { tool } from "../../modules/tool/tables.ts";
import { workflow } from "../../modules/workflow/tables.ts";
import type { Database } from "../db/connect.ts";

/** The tables of the resources that ids can name. */
const REFERENCED = {
  assistant,
  campaign,
  credential,
  file,
  "knowledge base": knowledgeBase,
  personality,
  "phone number": phoneNumber,
  scenario,
  session,
  simulation: storedSimulation,
  squad,
  "structured output": structuredOutput,
  "test suite": simulationSuite,
  tool,
  workflow,
} as const satisfies Record<string, PgTable & Record<"id" | "orgId" | "deletedAt", PgColumn>>;

type Kind = keyof typeof REFERENCED;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id in a field of a config. */
export interface ResourceReference {
  /** Path of the field: `targetPlan.assistantId`, `model.toolIds.0`. */
  field: string;
  what: Kind;
  id: string | undefined;
}

/** The ids that a write adds to a config. Kept ids are not checked: a deleted target must not block changes of other fields. */
export function addedReferences(config: object, before: object = {}): ResourceReference[] {
  const kept = new Set(referencesOf(before).map(keyOf));
  return referencesOf(config).filter((reference) => !kept.has(keyOf(reference)));
}

const keyOf = ({ what, id }: ResourceReference) => `${what} ${id}`;

function referencesOf(value: unknown, path: readonly string[] = [], what?: Kind): ResourceReference[] {
  if (typeof value === "string")
    return what && UUID.test(value) ? [{ field: path.join("."), what, id: value.toLowerCase() }] : [];
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    OWN_DATA_FIELDS.has(key) ? [] : referencesOf(inner, [...path, key], isList ? what : referredBy(key)),
  );
}

/**
 * Fails with `reference-missing` for an id that this organization does not have. Locks the referenced rows, so that they are not deleted before the
 * transaction ends.
 */
export async function requireReferences(db: Database, orgId: string, references: readonly ResourceReference[]): Promise<void> {
  const named = references.filter((each): each is ResourceReference & { id: string } => each.id !== undefined);
  for (const what of new Set(named.map((each) => each.what))) {
    const ofKind = named.filter((each) => each.what === what).map((each) => ({ ...each, id: each.id.toLowerCase() }));
    const table = REFERENCED[what];
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.orgId, orgId),
          inArray(
            table.id,
            ofKind.map(({ id }) => id),
          ),
          isNull(table.deletedAt),
        ),
      )
      .for("share");
    const found = new Set(rows.map((row) => row.id));
    const missing = ofKind.find(({ id }) => !found.has(id));
    if (missing) throw new PlatformError("reference-missing", { field: missing.field, what });
  }
}
