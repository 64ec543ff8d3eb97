import { type Assistant, CreateAssistant } from "@callwright/contract";
import type { VersionedKind } from "../../resource/versions/versioned-kind.ts";
import { assistantKeys, rememberAssistant } from "./assistant-queries.ts";
import { useFieldLabel } from "./settings/use-field-label.ts";

/** How assistants store their drafts and versions. */
export const ASSISTANT_KIND: VersionedKind = {
  path: "assistants",
  name: "Assistant",
  schema: CreateAssistant,
  useLabel: useFieldLabel,
  // Not PATCH: while a candidate waits, that would change the candidate.
  replace: (client, id, config) => client.assistants.replace({ id, body: config as CreateAssistant }),
  remember: (queryClient, published) => rememberAssistant(queryClient, published as Assistant),
  reload: (queryClient, id) => queryClient.invalidateQueries({ queryKey: assistantKeys.one(id) }),
};
