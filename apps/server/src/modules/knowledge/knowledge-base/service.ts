import {
  CreateKnowledgeBase,
  invalid,
  type KnowledgeAnswer,
  type KnowledgeBase,
  type SearchKnowledge,
} from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { found } from "../../../platform/http/found.ts";
import { createResourceService, type ResourceContext } from "../../../platform/resource-kit/resource-service.ts";
import { changeResource, findResourceForUpdate } from "../../../platform/resource-kit/resource-store.ts";
import type { KnowledgeContext } from "../search/find-passages.ts";
import { searchBase } from "../search/search-base.ts";
import type { AddReading } from "../search/unread.ts";
import { websitesOf } from "../search/websites-of.ts";
import { knowledgeBase } from "../tables.ts";
import { addJobs, planWebsites } from "./plan-websites.ts";

export interface KnowledgeBaseContext extends ResourceContext, KnowledgeContext {
  /** Adds a job that reads a web page, in the transaction of `tx`. */
  addWebsiteReading: AddReading;
}

/** Passages to answer from: cut from files and web pages by this server, or found by a server of the organization's own. */
export const knowledgeBases = createResourceService<CreateKnowledgeBase, KnowledgeBase, KnowledgeBaseContext>({
  noun: "Knowledge base",
  table: knowledgeBase,
  schema: CreateKnowledgeBase,
  kind: "provider",
  admit: async ({ context, caller: { orgId }, config, previous }) => {
    const websites = await planWebsites(context, { orgId, config, previous });
    return websites.length > 0 ? { websites } : {};
  },
});

/** Reads the web pages of a knowledge base again. Until then, their earlier passages are found. */
export async function readWebsites(context: KnowledgeBaseContext, caller: OrgCaller, id: string): Promise<KnowledgeBase> {
  const { orgId } = caller;
  await context.db.transaction(async (db) => {
    const rows = { table: knowledgeBase, within: undefined };
    const row = found(await findResourceForUpdate(db, orgId, rows, id), "Knowledge base");
    const websites = websitesOf(row).map((each) => ({ ...each, status: "reading" as const }));
    const state = { ...row.state, ...(websites.length > 0 && { websites }) };
    await changeResource(db, orgId, rows, id, { state, updatedAt: context.now() });
    await addJobs({ ...context, db }, orgId, websites);
  });
  return knowledgeBases.get(context, caller, id);
}

/** Searches a knowledge base of files. Fails with `validation-failed` for one that an external server searches. */
export async function searchKnowledgeBase(
  context: KnowledgeBaseContext,
  caller: OrgCaller,
  id: string,
  { question, limit }: SearchKnowledge,
): Promise<KnowledgeAnswer> {
  const base = await knowledgeBases.get(context, caller, id);
  if (base.provider !== "trieve") throw invalid("id must be of a knowledge base of files: your server searches this one");
  return searchBase(context, caller.orgId, base, question, limit);
}
