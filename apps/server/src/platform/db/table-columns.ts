import { sql } from "drizzle-orm";
import {
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  type PgTableExtraConfigValue,
  pgTable,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

/** PostgreSQL keeps milliseconds, as JavaScript does, so a time survives the round trip. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Ids and times of every entity. Rows are only marked deleted; `purgeDeleted` removes them 30 days later. */
export const entity = {
  id: text("id").primaryKey(),
  orgId: text("org_id").notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  deletedAt: instant("deleted_at"),
};

/** The searched text of a list, in lower case. A separate column, because reading it from the JSON of 10,000 rows takes too long. */
export const searchText = text("search_text").generatedAlwaysAs(
  sql`lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))`,
);

/** Length of a row's JSON, 0 without one. A separate column, so that a list knows the size of a page before it reads the JSON, and for quotas. */
export const configCharacters = integer("characters").notNull().generatedAlwaysAs(sql`coalesce(length(config::text), 0)`);

export const resource = {
  ...entity,
  /** What people write, as the contract's create schema has it. */
  config: jsonb("config").$type<Record<string, unknown>>().notNull(),
  /** What the server adds to it. */
  state: jsonb("state").$type<Record<string, unknown>>().notNull().default({}),
  searchText,
  characters: integer("characters").notNull().generatedAlwaysAs(sql`length(config::text) + length(state::text)`),
};

/** The table of a plain resource. See `resource-kit/`. */
export function resourceTable<const Name extends string>(
  name: Name,
  more: (t: { createdAt: ExtraConfigColumn }) => PgTableExtraConfigValue[] = () => [],
) {
  return pgTable(name, resource, (t) => [
    index(`${name}_list`).on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    ...more(t),
  ]);
}
