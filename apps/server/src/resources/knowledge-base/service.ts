import { CreateKnowledgeBase, type KnowledgeBase } from "@callwright/contract";
import { knowledgeBase } from "../../db/schema.ts";
import type { Reference } from "../../resource-kit/references.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** Passages to answer from: cut from files and pages by a search provider, or found by a server of the organisation's own. */
export const knowledgeBases = createResourceService<CreateKnowledgeBase, KnowledgeBase>({
  noun: "Knowledge base",
  table: knowledgeBase,
  schema: CreateKnowledgeBase,
  kind: "provider",
  references: referencesOf,
});

function referencesOf(config: CreateKnowledgeBase): Reference[] {
  if (config.provider === "custom-knowledge-base")
    return [{ field: "server.credentialId", what: "credential", id: config.server.credentialId }];
  const plans = config.createPlan?.type === "create" ? config.createPlan.chunkPlans : [];
  return plans.map(({ fileIds }, index) => ({ field: `createPlan.chunkPlans.${index}.fileIds`, what: "file", id: fileIds }));
}
