import { ApiError, type Client } from "@callwright/client";
import {
  type Draft,
  type FieldChange,
  fieldChanges,
  isSameValue,
  mergeFields,
  PLATFORM_ERRORS,
  valueAt,
  withValue,
} from "@callwright/contract";

/** Fields that only the host writes. */
const HOST_FIELDS = new Set(["id", "orgId", "createdAt", "updatedAt", "deletedAt", "latestVersion", "isServerUrlSecretSet"]);

function configOf(entity: object): object {
  return Object.fromEntries(Object.entries(entity).filter(([name, value]) => !HOST_FIELDS.has(name) && value !== null));
}

/** The changed fields, and null for removed ones. Unchanged fields are left as they are at the host. */
export function patchBetween(before: object, after: object): Record<string, unknown> {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !isSameValue(old.get(name), now.get(name)));
  return Object.fromEntries(changed.map((name) => [name, now.get(name) ?? null]));
}

/** A draft of this page, and the host's state that it was made from. */
interface LocalDraft {
  base: object;
  draft: Draft<object>;
}

/** What the host has of a kind of thing. */
interface HostCalls {
  get: (options: { id: string }) => Promise<{ updatedAt?: string | undefined; latestVersion?: string | undefined }>;
  update: (options: { id: string; body: object }) => Promise<object>;
}

interface SaveOptions {
  id: string;
  body: { revision: number; changes: readonly FieldChange[] };
}

/** The drafts of one kind of thing, as the client's group has them. */
interface LocalDrafts {
  getDraft: (options: { id: string }) => Promise<Draft<object>>;
  saveDraft: (options: SaveOptions) => Promise<Draft<object>>;
  discardDraft: (options: { id: string }) => Promise<Draft<object>>;
  publishDraft: (options: { id: string; body: { force?: boolean } }) => Promise<object>;
}

/**
 * Drafts for a host without drafts: kept in this page until they are published. No other tab sees them. `always`: fields that each PATCH
 * must have.
 */
export function createLocalDrafts(
  host: HostCalls,
  { always = [], now = () => new Date() }: { always?: readonly string[]; now?: () => Date } = {},
): LocalDrafts {
  const drafts = new Map<string, LocalDraft>();
  /** How often a draft was written, published or discarded. */
  const writes = new Map<string, number>();
  const count = (id: string) => writes.set(id, (writes.get(id) ?? 0) + 1);
  const published = async (id: string): Promise<Draft<object>> => {
    const entity = await host.get({ id });
    const { latestVersion = "", updatedAt = "" } = entity;
    // The host's time grows with every version there.
    const revision = (Date.parse(updatedAt) || 0) + (writes.get(id) ?? 0);
    return { baseVersion: latestVersion, revision, config: configOf(entity), isDirty: false, updatedAt };
  };
  return {
    getDraft: async ({ id }) => drafts.get(id)?.draft ?? published(id),
    saveDraft: async ({ id, body }) => {
      const known = drafts.get(id);
      const before = known?.draft ?? (await published(id));
      const { config, clashes } = mergeFields(before.config, body.changes, { isSeen: body.revision === before.revision });
      if (clashes.length > 0) throw refusal("draft-clash");
      count(id);
      const draft = { ...before, revision: before.revision + 1, config, isDirty: true, updatedAt: now().toISOString() };
      drafts.set(id, { base: known?.base ?? before.config, draft });
      return draft;
    },
    discardDraft: async ({ id }) => {
      drafts.delete(id);
      count(id);
      return published(id);
    },
    publishDraft: async ({ id, body }) => {
      const before = await published(id);
      const local = drafts.get(id);
      const changes = local ? fieldChanges(local.base, local.draft.config) : [];
      const { config, clashes } = mergeFields(before.config, changes);
      // Somebody published something else in the same fields.
      if (clashes.length > 0 && !body.force) throw refusal("draft-conflict");
      const forced = clashes.reduce((kept, { path }) => withValue(kept, path, valueAt(local?.draft.config ?? {}, path)), config);
      const required = Object.entries(forced).filter(([name]) => always.includes(name));
      const saved = await host.update({ id, body: { ...Object.fromEntries(required), ...patchBetween(before.config, forced) } });
      drafts.delete(id);
      count(id);
      return saved;
    },
  };
}

/** The draft functions of assistants, squads and workflows by name, for a host without drafts. */
export function localDraftCalls(host: Client): Readonly<Record<string, unknown>> {
  const kinds = {
    Assistant: createLocalDrafts({ get: host.getAssistant, update: host.updateAssistant as HostCalls["update"] }),
    Squad: createLocalDrafts({ get: host.getSquad, update: host.updateSquad as HostCalls["update"] }, { always: ["members"] }),
    Workflow: createLocalDrafts({ get: host.getWorkflow, update: host.updateWorkflow as HostCalls["update"] }),
  };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([name, calls]) => [
      [`get${name}Draft`, calls.getDraft],
      [`save${name}Draft`, calls.saveDraft],
      [`discard${name}Draft`, calls.discardDraft],
      [`publish${name}Draft`, calls.publishDraft],
    ]),
  );
}

function refusal(code: "draft-clash" | "draft-conflict"): ApiError {
  const { status, message } = PLATFORM_ERRORS[code];
  return new ApiError({ status, headers: new Headers() }, { code, message });
}
