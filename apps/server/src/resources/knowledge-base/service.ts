import {
  CreateKnowledgeBase,
  type KnowledgeAnswer,
  type KnowledgeBase,
  PlatformError,
  type SearchKnowledge,
} from "@callwright/contract";
import { knowledgeBase } from "../../db/schema/platform.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { searchBase } from "../../knowledge/search-base.ts";
import { createResourceService, type ResourceContext } from "../../resource-kit/resource-service.ts";

/** Passages to answer from: cut from files by this server, or found by a server of the organization's own. */
export const knowledgeBases = createResourceService<CreateKnowledgeBase, KnowledgeBase>({
  noun: "Knowledge base",
  table: knowledgeBase,
  schema: CreateKnowledgeBase,
  kind: "provider",
});

/** What a knowledge base of files answers a question with. Fails with `validation-failed` for one that a server searches. */
export async function searchKnowledgeBase(
  context: ResourceContext,
  caller: OrgCaller,
  id: string,
  { question, limit }: SearchKnowledge,
): Promise<KnowledgeAnswer> {
  const base = await knowledgeBases.get(context, caller, id);
  if (base.provider !== "trieve")
    throw new PlatformError(
      "validation-failed",
      {},
      { problems: ["id must be of a knowledge base of files: your server searches this one"] },
    );
  return { passages: await searchBase(context, caller.orgId, base, question, limit) };
}
