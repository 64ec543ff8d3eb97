import { z } from "zod";
import { Warning } from "./capabilities.ts";
import type { FieldChange } from "./draft-fields.ts";
import { Id } from "./entity.ts";
import { JSON_MAX_DEPTH, PAGE_MAX } from "./limits.ts";
import { type MethodOf, type Noun, type PathOf, placeRoutes } from "./noun.ts";
import type { PrivateRoute } from "./resource-routes.ts";

/** Things that callers meet as they were published last, with a draft of each user and a list of versions. */

/** `UNPUBLISHED_VERSION` before the first version, which is `v1`. */
export const LatestVersion = z.string();

/** The fields of every draft, beside the id of what it is a draft of, and its `config`. */
export const DraftFields = {
  /** Version the draft was started from. */
  baseVersion: z.string(),
  /** Grows with every change of the draft. A write names the revision that it was made from. */
  revision: z.number().int(),
  /** It differs from the published version. */
  isDirty: z.boolean(),
  updatedAt: z.string(),
  /** In the response to a save: fields that this server ignores. */
  warnings: z.array(Warning).optional(),
};

/** One user's unpublished edit. */
export type Draft<Config extends object> = z.infer<z.ZodObject<typeof DraftFields>> & { config: Config };

/** Another member's draft that differs from the published version. Its content is private. */
export const OtherDraft = z.object({
  /** Null for the draft that the organization's API tokens share. */
  userId: z.string().nullable(),
  /** Version the draft was started from. */
  baseVersion: z.string(),
  updatedAt: z.string(),
});
export type OtherDraft = z.infer<typeof OtherDraft>;

/** The fields of every version, beside the id of what it is a version of, and the fields of its configuration. */
export const VersionFields = {
  id: Id,
  orgId: Id,
  version: z.string(),
  parentVersion: z.string().optional(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  /** A version's configuration never changes: equal to `createdAt`. */
  updatedAt: z.string(),
};

/** `revision` of the draft that the request was made from. */
const DraftRevision = z.number().int().min(0);

const FieldChangeSchema: z.ZodType<FieldChange> = z.strictObject({
  path: z.array(z.string()).min(1).max(JSON_MAX_DEPTH),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
});

/** The changes of one write. */
const FieldChanges = z
  .array(FieldChangeSchema)
  .min(1)
  .refine(
    (changes) => new Set(changes.map(({ path }) => JSON.stringify(path))).size === changes.length,
    "must name each path once",
  );

const SaveDraft = z.strictObject({
  revision: DraftRevision,
  /** If the draft has a later revision, each field must still have its `from` or already have its `to`. */
  changes: FieldChanges,
  /**
   * Version that the changed draft is based on, like `v1`. Default: the published version, or that of the draft; an older one of
   * them counts. For a draft that was discarded and is restored.
   */
  baseVersion: z.string().max(20).optional(),
});

/** With `revision`, only a draft that still has it is discarded. */
const DiscardQuery = z.object({ revision: z.coerce.number().int().min(0).optional() });

/**
 * `force` publishes even if another version was published after the draft was started. With `revision`, only a draft that still has it is
 * published.
 */
export const PublishDraft = z.strictObject({ force: z.boolean().default(false), revision: DraftRevision.optional() });
export type PublishDraft = z.infer<typeof PublishDraft>;

const VersionQuery = z.object({
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  /** `nextPageState` of the previous page. `page` is then ignored. */
  pageState: z.string().max(200).optional(),
});
export type VersionQuery = z.infer<typeof VersionQuery>;

const VersionPageFields = {
  metadata: z.object({ itemsPerPage: z.number(), totalItems: z.number(), currentPage: z.number() }),
  /** Opaque; absent on the last page. */
  nextPageState: z.string().optional(),
};

/** A version without its configuration. */
export type VersionEntity = z.infer<z.ZodObject<typeof VersionFields>>;

/** A page of versions. */
export type VersionPage<Version> = z.infer<z.ZodObject<typeof VersionPageFields>> & { results: (VersionEntity & Version)[] };

type VersionPageSchema<Version extends z.ZodType> = z.ZodObject<typeof VersionPageFields & { results: z.ZodArray<Version> }>;

function versionPageOf<Version extends z.ZodType>(version: Version): VersionPageSchema<Version> {
  return z.object({ results: z.array(version), ...VersionPageFields });
}

interface VersionSchemas {
  create: z.ZodType;
  entity: z.ZodType;
  draft: z.ZodType;
  version: z.ZodType;
}

type With<Name extends string, Value> = { [Key in Name]: Value };
type RouteAt<N extends Noun, Name extends string> = PrivateRoute<MethodOf<N["addresses"][Name]>, PathOf<N["addresses"][Name]>>;

type VersionRoutes<N extends Noun, S extends VersionSchemas> = With<
  `get${N["thing"]}Draft`,
  RouteAt<N, `get${N["thing"]}Draft`> & { response: S["draft"] }
> &
  With<`save${N["thing"]}Draft`, RouteAt<N, `save${N["thing"]}Draft`> & { body: typeof SaveDraft; response: S["draft"] }> &
  With<
    `replace${N["thing"]}Draft`,
    RouteAt<N, `replace${N["thing"]}Draft`> & {
      body: z.ZodObject<{ revision: z.ZodNumber; config: S["create"] }, z.core.$strict>;
      response: S["draft"];
    }
  > &
  With<
    `discard${N["thing"]}Draft`,
    RouteAt<N, `discard${N["thing"]}Draft`> & { query: typeof DiscardQuery; response: S["draft"] }
  > &
  With<`listOther${N["thing"]}Drafts`, RouteAt<N, `listOther${N["thing"]}Drafts`> & { response: z.ZodArray<typeof OtherDraft> }> &
  With<
    `publish${N["thing"]}Draft`,
    RouteAt<N, `publish${N["thing"]}Draft`> & { body: typeof PublishDraft; response: S["entity"] }
  > &
  With<
    `list${N["thing"]}Versions`,
    RouteAt<N, `list${N["thing"]}Versions`> & { query: typeof VersionQuery; response: VersionPageSchema<S["version"]> }
  >;

/** The draft of the caller, drafts of others, and versions. Their addresses: `versionAddresses`. */
export function versionRoutes<N extends Noun, S extends VersionSchemas>(noun: N, schemas: S): VersionRoutes<N, S> {
  const { thing, label, addresses } = noun;
  const { create, entity, draft, version } = schemas;
  const [read, write] = [
    { role: "viewer", response: draft },
    { role: "editor", response: draft },
  ] as const;
  return placeRoutes(addresses, {
    [`get${thing}Draft`]: { ...read, summary: `Get your draft, or the published ${label} if there is none` },
    [`save${thing}Draft`]: { ...write, body: SaveDraft, summary: "Change fields of your draft" },
    [`replace${thing}Draft`]: {
      ...write,
      /** The draft must still have this revision. */
      body: z.strictObject({ revision: DraftRevision, config: create }),
      summary: "Replace your draft",
    },
    [`discard${thing}Draft`]: {
      ...write,
      query: DiscardQuery,
      summary: `Discard your draft and return the published ${label}`,
    },
    [`listOther${thing}Drafts`]: {
      ...read,
      response: z.array(OtherDraft),
      summary: "List drafts of other members, newest first",
    },
    [`publish${thing}Draft`]: {
      ...write,
      body: PublishDraft,
      response: entity,
      summary: "Publish your draft as the next version",
    },
    [`list${thing}Versions`]: {
      ...read,
      query: VersionQuery,
      response: versionPageOf(version),
      summary: "List versions, newest first",
    },
  }) as VersionRoutes<N, S>;
}
