import { CreateKnowledgeBase, type KnowledgeBase } from "@callwright/contract";
import { knowledgeBase } from "../../db/schema/platform.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** Passages to answer from: cut from files and pages by a search provider, or found by a server of the organization's own. */
export const knowledgeBases = createResourceService<CreateKnowledgeBase, KnowledgeBase>({
  noun: "Knowledge base",
  table: knowledgeBase,
  schema: CreateKnowledgeBase,
  kind: "provider",
});
