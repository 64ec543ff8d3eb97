import { type Catalog, DEFAULT_MODELS, type EndingUse, findEndings, lifeOf, type UsedPart } from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../../platform/db/connect.ts";
import { assistant } from "../../assistant/tables.ts";
import { squad } from "../../squad/tables.ts";
import { workflow } from "../../workflow/tables.ts";

const TABLES = { assistant, squad, workflow };
/** Maximum configurations that are read. The endings in other ones are found when these are changed. */
const READ_MAX = 200;

interface Search {
  catalog: Catalog;
  nowMs: number;
  /** Absent: of every organization. */
  orgId?: string;
}

/** The uses of names that end, with the earliest end first. Drafts and deleted resources do not count. */
export async function findEndingUses(db: Database, { catalog, nowMs, orgId }: Search): Promise<EndingUse[]> {
  const named = configsWithEndings(catalog, nowMs);
  if (!named) return [];
  const found = await Promise.all(
    Object.entries(TABLES).map(async ([resource, table]) => {
      const rows = await db
        .select({ id: table.id, config: table.config })
        .from(table)
        .where(and(orgId === undefined ? undefined : eq(table.orgId, orgId), isNull(table.deletedAt), named(table.config)))
        .limit(READ_MAX);
      return rows.flatMap(({ id, config }) =>
        findEndings(config, catalog, nowMs).map((ending) => ({
          resource: resource as keyof typeof TABLES,
          id,
          label: String(config.name ?? id),
          ...ending,
        })),
      );
    }),
  );
  return found.flat().sort((one, other) => one.retires.localeCompare(other.retires) || one.label.localeCompare(other.label));
}

/** JSON paths at which configurations name models, at any depth. */
const NAMED_AT = ["$.**.model", "$.**.speechModel", "$.**.fallbackModels[*]"];

/** The condition that a config names such a model, or a provider whose default is one. Undefined: no name ends. */
function configsWithEndings(catalog: Catalog, nowMs: number) {
  const ending = catalog.rows.filter((row) => ["ending", "ended"].includes(lifeOf(row, nowMs)));
  if (ending.length === 0) return undefined;
  const escaped = ending.map(({ name }) => name.replace(/[.*+?^$(){}|[\]\\/]/g, "\\$&"));
  // A region or a day may follow: see `namesOfModel`.
  const names = JSON.stringify(`^(${escaped.join("|")})(:.*|-[0-9]{4}-[0-9]{2}-[0-9]{2})?$`);
  const defaults: Partial<Record<UsedPart, Readonly<Record<string, string>>>> = DEFAULT_MODELS;
  const providers = ending.flatMap(({ part, provider, name }) => (defaults[part]?.[provider] === name ? [provider] : []));
  const places = NAMED_AT.map((place) => `exists(${place} ? (@ like_regex ${names}))`);
  const path = [...places, "exists($.**.provider ? (@ == $providers[*]))"].join(" || ");
  const vars = JSON.stringify({ providers });
  return (config: AnyPgColumn) => sql`jsonb_path_match(${config}, ${path}::jsonpath, ${vars}::jsonb)`;
}

/** A sentence for each name that ends and is used, for the operator of the server. */
export function describeEndings(uses: readonly EndingUse[]): string[] {
  const byName = new Map<string, { use: EndingUse; users: Set<string> }>();
  for (const use of uses) {
    const key = `${use.part} ${use.provider} ${use.name}`;
    const known = byName.get(key) ?? { use, users: new Set() };
    byName.set(key, known);
    known.users.add(use.id);
  }
  return [...byName.values()].map(({ use: { part, provider, name, retires, hasEnded, successor }, users: { size } }) => {
    const use = size === 1 ? "configuration uses" : "configurations use";
    const other =
      part === "voice" ? "Use a voice of another provider, or of callwright, which needs no key." : "Choose another one.";
    const instead = successor === undefined ? other : `Use ${successor}.`;
    return `${provider} ${hasEnded ? "ended" : "ends"} the ${part} ${name} on ${retires}. ${size} ${use} it. ${instead}`;
  });
}
