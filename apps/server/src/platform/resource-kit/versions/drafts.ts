import { isDeepStrictEqual } from "node:util";
import {
  type Draft,
  type FieldChange,
  invalid,
  mergeFields,
  type OtherDraft,
  PlatformError,
  type PublishDraft,
  type VersionQuery,
} from "@callwright/contract";
import type { z } from "zod";
import { refuseHarmfulFields } from "../../capabilities/unsupported-fields.ts";
import { present } from "../../db/present.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { found } from "../../http/found.ts";
import { addReadWarnings, parseWhole, readWarnings } from "../../http/parse-whole.ts";
import { requireStorable } from "../../http/request-body.ts";
import { requireOutsideServers } from "../../http/server-addresses.ts";
import { requireConfigurationQuota } from "../../quota/quotas.ts";
import type { ResourceContext as Context } from "../resource-service.ts";
import { parseVersionName, UNPUBLISHED, versionName } from "./version-names.ts";
import type { DraftRow, PublishedRow, VersionRow, VersionStore, WithDraft } from "./version-store.ts";

interface DraftsOptions<Config extends object, Live extends PublishedRow<Config>, Version extends VersionRow<Config>> {
  /** As in the names of its routes: `Squad` in `getSquadDraft`. */
  noun: string;
  schema: z.ZodType<Config>;
  store: VersionStore<Config, Live, Version>;
  /** Makes a version of what a server without versions has written. Default: there was no such server. */
  keep?: (tx: Context, live: Live) => Promise<Live>;
  /** Called when a draft is saved and no version exists. Returns the row as stored then. Default: the same row. */
  beforeFirst?: (tx: Context, live: Live, config: Config) => Promise<Live>;
  /** Further fields of a version as the API answers it. */
  versionFields?: (live: Live, version: Version) => object;
}

/** What a write works on: inside a transaction that holds the thing and the draft. */
interface Held<Config extends object, Live extends PublishedRow<Config>> extends WithDraft<Config, Live> {
  tx: Context;
  /** The draft as the API answers it now. */
  current: Draft<Config>;
}

export interface DraftChange {
  revision: number;
  changes: readonly FieldChange[];
  baseVersion?: string | undefined;
}

/** The functions of the draft routes. Each fails with `not-found` for a deleted row and for the id of another organization. */
export interface DraftRequests<Config extends object> {
  get: (context: Context, caller: OrgCaller, id: string) => Promise<Draft<Config>>;
  /** Merges the changes into the draft. Nothing is written when one of them clashes. */
  change: (context: Context, caller: OrgCaller, id: string, change: DraftChange) => Promise<Draft<Config>>;
  replace: (
    context: Context,
    caller: OrgCaller,
    id: string,
    whole: { revision: number; config: Config },
  ) => Promise<Draft<Config>>;
  discard: (context: Context, caller: OrgCaller, id: string, seen: { revision?: number | undefined }) => Promise<Draft<Config>>;
  listOthers: (context: Context, caller: OrgCaller, id: string) => Promise<OtherDraft[]>;
  listVersions: (context: Context, caller: OrgCaller, id: string, query: VersionQuery) => Promise<object>;
}

export interface Drafts<Config extends object, Live extends PublishedRow<Config>> extends DraftRequests<Config> {
  /** The live configuration, and the caller's draft. */
  find: (context: Context, caller: OrgCaller, id: string) => Promise<WithDraft<Config, Live>>;
  /**
   * Deletes the caller's draft and calls `publishIt` with its configuration, in one transaction. Without a draft, `publishIt` gets the live
   * configuration. Fails with `draft-conflict` if another version was published after the draft was started, unless `force`.
   */
  publish: <Result>(
    context: Context,
    caller: OrgCaller,
    id: string,
    asked: PublishDraft,
    publishIt: (tx: Context, published: Live, config: Config) => Promise<Result>,
  ) => Promise<Result>;
}

/** Everybody edits a draft of their own; the API tokens of an organization share one. */
const draftOwner = ({ userId, orgId }: OrgCaller): string => userId ?? orgId;

/** Drafts of one kind of thing, how they are published, and the list of its versions. */
export function createDrafts<
  Config extends object,
  Live extends PublishedRow<Config>,
  Version extends VersionRow<Config> = VersionRow<Config>,
>({
  noun,
  schema,
  store,
  keep = async (_, live) => live,
  beforeFirst = async (_, live) => live,
  versionFields = () => ({}),
}: DraftsOptions<Config, Live, Version>): Drafts<Config, Live> {
  const resource = noun.toLowerCase();

  /** Without a draft of their own, a user sees the published state as an unchanged draft. */
  const toDraft = (published: Live, draft: DraftRow<Config> | undefined): Draft<Config> => {
    const own = draft?.config ? { ...draft, config: draft.config } : undefined;
    const { baseVersion, updatedAt, config } = own ?? { ...published, baseVersion: published.latestVersion };
    const answer = {
      [`${resource}Id`]: published.id,
      baseVersion: versionName(baseVersion),
      // Both numbers only grow. Each change of the draft or of the live version increases one.
      revision: published.latestVersion + (draft?.revision ?? 0),
      config,
      isDirty: !isDeepStrictEqual(config, published.config),
      updatedAt: updatedAt.toISOString(),
    };
    return answer;
  };

  const toVersion = (live: Live, row: Version): object => {
    const { id, orgId, ownerId, version, createdBy, createdAt, config } = row;
    const parent = row.parent ?? version - 1;
    return {
      ...config,
      ...present({ id, orgId, [`${resource}Id`]: ownerId, createdAt, updatedAt: createdAt }),
      createdBy,
      version: versionName(version),
      ...(parent > UNPUBLISHED ? { parentVersion: versionName(parent) } : {}),
      ...versionFields(live, row),
    };
  };

  const find = async (context: Context, caller: OrgCaller, id: string): Promise<WithDraft<Config, Live>> =>
    found(await store.findWithDraft(context, caller.orgId, id, draftOwner(caller)), noun);

  const hold = <Result>(
    context: Context,
    caller: OrgCaller,
    id: string,
    work: (held: Held<Config, Live>) => Promise<Result>,
  ): Promise<Result> =>
    context.db.transaction(async (db) => {
      const tx = { ...context, db };
      const row = await store.findWithDraftForUpdate(tx, caller.orgId, id, draftOwner(caller));
      const { published: stored, draft } = found(row, noun);
      const published = await keep(tx, stored);
      return work({ tx, published, draft, current: toDraft(published, draft) });
    });

  const requireRevision = ({ current }: Held<Config, Live>, revision: number): void => {
    if (current.revision !== revision) throw new PlatformError("draft-moved", { revision, current: current.revision });
  };

  const write = async (
    { tx, published, draft, current }: Held<Config, Live>,
    caller: OrgCaller,
    merged: Config,
    madeFrom = current.baseVersion,
  ): Promise<Draft<Config>> => {
    const named = parseVersionName(madeFrom);
    if (named === undefined || named > published.latestVersion) throw invalid("baseVersion must be a published version, like v1");
    requireStorable(merged);
    const config = parseWhole(schema, merged);
    requireOutsideServers(config, tx.config);
    refuseHarmfulFields(resource, config, tx.config);
    await requireConfigurationQuota(tx, caller.orgId, config, draft?.config ?? undefined);
    const baseVersion = Math.min(named, draft?.config ? draft.baseVersion : published.latestVersion);
    // A draft without changes does not count as a draft: it shows later published versions.
    const isNone = baseVersion === published.latestVersion && isDeepStrictEqual(config, published.config);
    const next = { ownerId: published.id, userId: draftOwner(caller), baseVersion, updatedAt: tx.now() };
    const row = await store.writeDraft(tx, caller.orgId, { ...next, config: isNone ? null : config });
    const live = published.latestVersion === UNPUBLISHED ? await beforeFirst(tx, published, config) : published;
    const stored = toDraft(live, row);
    addReadWarnings(stored, readWarnings(config));
    return stored;
  };

  /** After this, the caller has no draft. */
  const drop = async ({ tx, published, draft }: Held<Config, Live>): Promise<DraftRow<Config> | undefined> => {
    if (!draft?.config) return draft;
    const none = { ...draft, baseVersion: published.latestVersion, config: null, updatedAt: tx.now() };
    return store.writeDraft(tx, draft.orgId, none);
  };

  return {
    find,

    get: async (context, caller, id) => {
      const { published, draft } = await find(context, caller, id);
      return toDraft(published, draft);
    },

    change: (context, caller, id, { revision, changes, baseVersion }) =>
      hold(context, caller, id, async (held) => {
        const { current } = held;
        const { config, clashes } = mergeFields(current.config, changes, { isSeen: current.revision === revision });
        if (clashes.length > 0) {
          const fields = clashes.map(({ path }) => path.join(".")).join(", ");
          throw new PlatformError("draft-clash", { fields, revision, current: current.revision }, { clashes });
        }
        return write(held, caller, config, baseVersion);
      }),

    replace: (context, caller, id, { revision, config }) =>
      hold(context, caller, id, async (held) => {
        requireRevision(held, revision);
        return write(held, caller, config);
      }),

    discard: (context, caller, id, { revision }) =>
      hold(context, caller, id, async (held) => {
        if (revision !== undefined) requireRevision(held, revision);
        return toDraft(held.published, await drop(held));
      }),

    listOthers: async (context, caller, id) => {
      const { id: ownerId } = found(await store.find(context, caller.orgId, id), noun);
      const drafts = await store.listOtherDrafts(context, caller.orgId, ownerId, draftOwner(caller));
      return drafts.map(({ userId, baseVersion, updatedAt }) => ({
        userId: userId === caller.orgId ? null : userId,
        baseVersion: versionName(baseVersion),
        updatedAt: updatedAt.toISOString(),
      }));
    },

    publish: (context, caller, id, { force, revision }, publishIt) =>
      hold(context, caller, id, async (held) => {
        const { tx, published, draft } = held;
        if (draft?.config && draft.baseVersion !== published.latestVersion && !force)
          throw new PlatformError("draft-conflict", {
            base: versionName(draft.baseVersion),
            current: versionName(published.latestVersion),
          });
        if (revision !== undefined) requireRevision(held, revision);
        await drop(held);
        if (draft?.config) refuseHarmfulFields(resource, draft.config, tx.config);
        return publishIt(tx, published, draft?.config ?? published.config);
      }),

    listVersions: async (context, { orgId }, id, { page, limit, pageState }) => {
      const live = await keep(context, found(await store.find(context, orgId, id), noun));
      const start = pageState === undefined ? { offset: (page - 1) * limit } : { offset: 0, before: readPageState(pageState) };
      const { rows, total } = await store.listVersions(context, orgId, id, { ...start, limit });
      const last = rows.at(-1);
      return {
        results: rows.map((row) => toVersion(live, row)),
        metadata: { itemsPerPage: limit, totalItems: total, currentPage: page },
        // Versions are numbered from 1, without gaps.
        ...(last && last.version > 1 ? { nextPageState: versionName(last.version) } : {}),
      };
    },
  };
}

/** The version at the end of the previous page. */
function readPageState(pageState: string): number {
  const version = parseVersionName(pageState);
  if (version === undefined) throw invalid("pageState must be the nextPageState of a page before");
  return version;
}
