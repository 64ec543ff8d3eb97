import { ApiError, type Client } from "@callwright/client";
import {
  type Assistant,
  type AssistantDraft,
  type CreateAssistant,
  fieldChanges,
  isSameValue,
  mergeFields,
  PLATFORM_ERRORS,
  type UpdateAssistant,
  valueAt,
  withValue,
} from "@callwright/contract";

type DraftCalls = Pick<Client, "getAssistantDraft" | "saveAssistantDraft" | "discardAssistantDraft" | "publishAssistantDraft">;

/** Fields that only the host writes. */
const HOST_FIELDS = new Set(["id", "orgId", "createdAt", "updatedAt", "deletedAt", "latestVersion", "isServerUrlSecretSet"]);

function configOf(assistant: Assistant): CreateAssistant {
  const written = Object.entries(assistant).filter(([name, value]) => !HOST_FIELDS.has(name) && value !== null);
  return Object.fromEntries(written) as CreateAssistant;
}

/** The changed fields, and null for removed ones. Unchanged fields are left as they are at the host. */
export function patchBetween(before: object, after: object): UpdateAssistant {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !isSameValue(old.get(name), now.get(name)));
  return Object.fromEntries(changed.map((name) => [name, now.get(name) ?? null]));
}

/** A draft of this page, and the host's state that it was made from. */
interface LocalDraft {
  base: CreateAssistant;
  draft: AssistantDraft;
}

/** Drafts for a host without drafts: kept in this page until they are published. No other tab sees them. */
export function createLocalDrafts(
  host: Pick<Client, "getAssistant" | "updateAssistant">,
  now: () => Date = () => new Date(),
): DraftCalls {
  const drafts = new Map<string, LocalDraft>();
  /** How often a draft was written, published or discarded. */
  const writes = new Map<string, number>();
  const count = (id: string) => writes.set(id, (writes.get(id) ?? 0) + 1);
  const published = async (id: string): Promise<AssistantDraft> => {
    const assistant = await host.getAssistant({ id });
    const { latestVersion = "", updatedAt } = assistant;
    // The host's time grows with every version there.
    const revision = (Date.parse(updatedAt) || 0) + (writes.get(id) ?? 0);
    return { assistantId: id, baseVersion: latestVersion, revision, config: configOf(assistant), isDirty: false, updatedAt };
  };
  return {
    getAssistantDraft: async ({ id }) => drafts.get(id)?.draft ?? published(id),
    saveAssistantDraft: async ({ id, body }) => {
      const known = drafts.get(id);
      const before = known?.draft ?? (await published(id));
      const { config, clashes } = mergeFields(before.config, body.changes, { isSeen: body.revision === before.revision });
      if (clashes.length > 0) throw refusal("draft-clash");
      count(id);
      const draft = { ...before, revision: before.revision + 1, config, isDirty: true, updatedAt: now().toISOString() };
      drafts.set(id, { base: known?.base ?? before.config, draft });
      return draft;
    },
    discardAssistantDraft: async ({ id }) => {
      drafts.delete(id);
      count(id);
      return published(id);
    },
    publishAssistantDraft: async ({ id, body }) => {
      const before = await published(id);
      const local = drafts.get(id);
      const changes = local ? fieldChanges(local.base, local.draft.config) : [];
      const { config, clashes } = mergeFields(before.config, changes);
      // Somebody published something else in the same fields.
      if (clashes.length > 0 && !body.force) throw refusal("draft-conflict");
      const forced = clashes.reduce((kept, { path }) => withValue(kept, path, valueAt(local?.draft.config ?? {}, path)), config);
      const saved = await host.updateAssistant({ id, body: patchBetween(before.config, forced) });
      drafts.delete(id);
      count(id);
      return saved;
    },
  };
}

function refusal(code: "draft-clash" | "draft-conflict"): ApiError {
  const { status, message } = PLATFORM_ERRORS[code];
  return new ApiError({ status, headers: new Headers() }, { code, message });
}
