import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
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

/** What versions and drafts are of. */
interface OwnerTable {
  id: AnyPgColumn;
}

/** The columns of a table of versions. See `resource-kit/versions/`. */
export function versionColumns<Config extends object>(name: string, owner: OwnerTable) {
  return {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    ownerId: text(`${name}_id`)
      .notNull()
      .references(() => owner.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    config: jsonb("config").$type<Config>().notNull(),
    /** User id; null for an API token. */
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull(),
    /** The version that was live before. Null in rows of older releases: the number before. */
    parent: integer("parent"),
    characters: configCharacters,
  };
}

/** The index of the list of versions. */
export function versionList(name: string, { ownerId, version }: Record<"ownerId" | "version", ExtraConfigColumn>) {
  return [index(`${name}_version_list`).on(ownerId, version.desc().nullsFirst())];
}

/** Every published state. */
export function versionTable<Config extends object>(name: string, owner: OwnerTable) {
  return pgTable(`${name}_version`, versionColumns<Config>(name, owner), (t) => versionList(name, t));
}

/** One unpublished edit per user and thing. The row stays when the draft is published or discarded, so that `revision` only grows. */
export function draftTable<Config extends object>(name: string, owner: OwnerTable) {
  return pgTable(
    `${name}_draft`,
    {
      ownerId: text(`${name}_id`)
        .notNull()
        .references(() => owner.id, { onDelete: "cascade" }),
      userId: text("user_id").notNull(),
      orgId: text("org_id").notNull(),
      baseVersion: integer("base_version").notNull(),
      /** Null: there is no draft. */
      config: jsonb("config").$type<Config>(),
      /** How often the draft was written, published or discarded. */
      revision: integer("revision").notNull().default(1),
      updatedAt: instant("updated_at").notNull(),
      characters: configCharacters,
    },
    (t) => [primaryKey({ columns: [t.ownerId, t.userId] })],
  );
}
