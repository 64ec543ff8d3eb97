import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { selectFittingPage } from "../../db/page-size.ts";
import type { draftTable, resourceTable, versionTable } from "../../db/table-columns.ts";
import { openHeaders, openRow, type SealedDatabase, sealHeaders } from "../../secrets/sealed-headers.ts";
import { findResourceForUpdate } from "../resource-store.ts";

/** An assistant, squad or workflow with its live configuration. */
export interface PublishedRow<Config extends object> {
  id: string;
  orgId: string;
  updatedAt: Date;
  config: Config;
  latestVersion: number;
}

export interface VersionRow<Config extends object> {
  id: string;
  orgId: string;
  ownerId: string;
  version: number;
  config: Config;
  createdBy: string | null;
  createdAt: Date;
  parent: number | null;
}

export interface DraftRow<Config extends object> {
  ownerId: string;
  userId: string;
  orgId: string;
  baseVersion: number;
  config: Config | null;
  revision: number;
  updatedAt: Date;
}

/** The live configuration, and one user's draft. */
export interface WithDraft<Config extends object, Live extends PublishedRow<Config>> {
  published: Live;
  draft: DraftRow<Config> | undefined;
}

/** Tables made by `versionTable` or with `versionColumns`, and by `draftTable`. */
export type VersionTable = PgTable & Record<keyof VersionRow<object> | "characters", PgColumn>;
export type DraftTable = PgTable & Record<keyof DraftRow<object> | "characters", PgColumn>;
type LiveTable = PgTable & Record<"id" | "orgId" | "updatedAt" | "deletedAt", PgColumn>;

/** All of these tables share these columns. */
const asLive = (table: LiveTable) => table as unknown as ReturnType<typeof resourceTable<string>>;
const asVersions = (table: VersionTable) => table as unknown as ReturnType<typeof versionTable<object>>;
const asDrafts = (table: DraftTable) => table as unknown as ReturnType<typeof draftTable<object>>;

interface VersionStoreOptions<Live> {
  table: LiveTable;
  versions: VersionTable;
  drafts: DraftTable;
  /** A row of `table` with its headers, and its version. */
  open: (store: SealedDatabase, row: object) => Live;
}

export type VersionStore<
  Config extends object,
  Live extends PublishedRow<Config>,
  Version extends VersionRow<Config> = VersionRow<Config>,
> = ReturnType<typeof createVersionStore<Config, Live, Version>>;

/** Versions and drafts of the rows of one table. */
export function createVersionStore<
  Config extends object,
  Live extends PublishedRow<Config>,
  Version extends VersionRow<Config> = VersionRow<Config>,
>({ table: liveTable, open, ...others }: VersionStoreOptions<Live>) {
  const [table, versions, drafts] = [asLive(liveTable), asVersions(others.versions), asDrafts(others.drafts)];
  const live = (orgId: string, id: string): SQL | undefined =>
    and(eq(table.orgId, orgId), eq(table.id, id), isNull(table.deletedAt));
  const versionsOf = (orgId: string, ownerId: string): SQL | undefined =>
    and(eq(versions.orgId, orgId), eq(versions.ownerId, ownerId));
  const openVersion = (store: SealedDatabase, row: object | undefined) => openRow(store, versions, row as Version | undefined);
  /** The place (see `sealed-text.ts`) that a draft is sealed for. */
  const draftPlace = ({ ownerId, userId }: Pick<DraftRow<Config>, "ownerId" | "userId">): string => `${ownerId} ${userId}`;
  const openDraft = (store: SealedDatabase, row: object | null | undefined): DraftRow<Config> | undefined => {
    const draft = row as DraftRow<Config> | null | undefined;
    return draft ? openHeaders(store, drafts, draftPlace(draft), draft) : undefined;
  };

  const findForUpdate = async (store: SealedDatabase, orgId: string, id: string): Promise<Live | undefined> => {
    const row = await findResourceForUpdate(store.db, orgId, { table: liveTable }, id);
    return row && open(store, row);
  };

  return {
    open,

    find: async (store: SealedDatabase, orgId: string, id: string): Promise<Live | undefined> => {
      const [row] = await store.db.select().from(table).where(live(orgId, id));
      return row && open(store, row);
    },

    /** Locks the row until the end of the transaction. */
    findForUpdate,

    insertVersion: async (store: SealedDatabase, row: Version): Promise<void> => {
      const sealed = sealHeaders(store, versions, row.id, row) as unknown as typeof versions.$inferInsert;
      await store.db.insert(versions).values(sealed);
    },

    /** The newest first. Fails with `page-too-large`. */
    listVersions: async (
      store: SealedDatabase,
      orgId: string,
      ownerId: string,
      { before, limit, offset }: { limit: number; offset: number; before?: number | undefined },
    ): Promise<{ rows: Version[]; total: number }> => {
      const those = versionsOf(orgId, ownerId);
      const where = and(those, before === undefined ? undefined : lt(versions.version, before));
      const characters = sql`${versions.characters}`;
      const page = { table: versions, characters, where, order: [desc(versions.version)], limit, offset };
      const rows = (await selectFittingPage(store.db, page)) as unknown as Version[];
      return { rows: rows.map((row) => openRow(store, versions, row)), total: await store.db.$count(versions, those) };
    },

    findVersion: async (store: SealedDatabase, orgId: string, ownerId: string, version: number): Promise<Version | undefined> => {
      const [row] = await store.db
        .select()
        .from(versions)
        .where(and(versionsOf(orgId, ownerId), eq(versions.version, version)));
      return openVersion(store, row);
    },

    /** The newest version, also one that never was live. */
    newestVersion: async (store: SealedDatabase, { orgId, id }: Pick<Live, "orgId" | "id">): Promise<Version | undefined> => {
      const [row] = await store.db.select().from(versions).where(versionsOf(orgId, id)).orderBy(desc(versions.version)).limit(1);
      return openVersion(store, row);
    },

    /** Both are read at the same moment. */
    findWithDraft: async (
      store: SealedDatabase,
      orgId: string,
      id: string,
      userId: string,
    ): Promise<WithDraft<Config, Live> | undefined> => {
      const [row] = await store.db
        .select({ published: table, draft: drafts })
        .from(table)
        .leftJoin(drafts, and(eq(drafts.ownerId, table.id), eq(drafts.userId, userId)))
        .where(live(orgId, id));
      return row && { published: open(store, row.published), draft: openDraft(store, row.draft) };
    },

    /** As `findWithDraft`, and locks both rows until the end of the transaction. */
    findWithDraftForUpdate: async (
      store: SealedDatabase,
      orgId: string,
      id: string,
      userId: string,
    ): Promise<WithDraft<Config, Live> | undefined> => {
      const published = await findForUpdate(store, orgId, id);
      if (!published) return undefined;
      const [row] = await store.db
        .select()
        .from(drafts)
        .where(and(eq(drafts.orgId, orgId), eq(drafts.ownerId, id), eq(drafts.userId, userId)))
        .for("update");
      return { published, draft: openDraft(store, row) };
    },

    /** Stores the draft under the next revision. Without a `config`, there is no draft from then on. */
    writeDraft: async (
      store: SealedDatabase,
      orgId: string,
      draft: Omit<DraftRow<Config>, "orgId" | "revision">,
    ): Promise<DraftRow<Config>> => {
      const { ownerId, userId, baseVersion, config, updatedAt } = sealHeaders(store, drafts, draftPlace(draft), draft);
      const written = { baseVersion, config, updatedAt } as unknown as Pick<
        typeof drafts.$inferInsert,
        "baseVersion" | "config" | "updatedAt"
      >;
      const [row] = await store.db
        .insert(drafts)
        .values({ orgId, ownerId, userId, ...written })
        .onConflictDoUpdate({
          target: [drafts.ownerId, drafts.userId],
          set: { ...written, revision: sql`${drafts.revision} + 1` },
        })
        .returning();
      const stored = openDraft(store, row);
      if (!stored) throw new Error("an upsert returned no row");
      return stored;
    },

    /** Drafts of other users that differ from the live configuration, the latest first. */
    listOtherDrafts: async (
      store: SealedDatabase,
      orgId: string,
      id: string,
      userId: string,
    ): Promise<Pick<DraftRow<Config>, "userId" | "baseVersion" | "updatedAt">[]> => {
      const rows = await store.db
        .select({ draft: drafts, published: table })
        .from(drafts)
        .innerJoin(table, eq(table.id, drafts.ownerId))
        .where(and(live(orgId, id), eq(drafts.orgId, orgId), ne(drafts.userId, userId), isNotNull(drafts.config)))
        .orderBy(desc(drafts.updatedAt));
      // Not compared in SQL: equal headers are sealed differently in each row.
      return rows
        .filter(({ draft, published }) => !isDeepStrictEqual(openDraft(store, draft)?.config, open(store, published).config))
        .map(({ draft }) => draft);
    },
  };
}
