import type { Client } from "@callwright/client";
import type { Assistant, AssistantDraft, CreateAssistant, UpdateAssistant } from "@callwright/contract";

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
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)),
  );
  return Object.fromEntries(changed.map((name) => [name, now.get(name) ?? null]));
}

/** Drafts for a host without drafts: kept in this page until they are published. */
export function createLocalDrafts(
  host: Pick<Client, "getAssistant" | "updateAssistant">,
  now: () => Date = () => new Date(),
): DraftCalls {
  const drafts = new Map<string, AssistantDraft>();
  const published = async (id: string): Promise<AssistantDraft> => {
    const assistant = await host.getAssistant({ id });
    const { latestVersion = "", updatedAt } = assistant;
    return { assistantId: id, baseVersion: latestVersion, config: configOf(assistant), isDirty: false, updatedAt };
  };
  return {
    getAssistantDraft: async ({ id }) => drafts.get(id) ?? published(id),
    saveAssistantDraft: async ({ id, body }) => {
      const draft = { assistantId: id, ...body, isDirty: true, updatedAt: now().toISOString() };
      drafts.set(id, draft);
      return draft;
    },
    discardAssistantDraft: async ({ id }) => {
      drafts.delete(id);
      return published(id);
    },
    publishAssistantDraft: async ({ id }) => {
      const before = await published(id);
      const { config } = drafts.get(id) ?? before;
      const saved = await host.updateAssistant({ id, body: patchBetween(before.config, config) });
      drafts.delete(id);
      return saved;
    },
  };
}
