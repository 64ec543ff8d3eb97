import { type CreateKnowledgeBase, KNOWLEDGE_PASSAGES, type PassageFound, type Website } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import { findPassages } from "./find-passages.ts";

type FileBase = Extract<CreateKnowledgeBase, { provider: "trieve" }>;

/** What a search needs of a knowledge base. */
export type SearchedBase = Partial<Pick<FileBase, "createPlan" | "searchPlan">> & { websites?: readonly Website[] | undefined };

/** The passages of a knowledge base of files and web pages that best match a question, as its search plan says. */
export async function searchBase(
  context: { db: Database },
  orgId: string,
  { createPlan, searchPlan, websites = [] }: SearchedBase,
  question: string,
  limit = Math.min(searchPlan?.topK ?? KNOWLEDGE_PASSAGES.default, KNOWLEDGE_PASSAGES.max),
): Promise<PassageFound[]> {
  const fileIds = createPlan?.type === "create" ? createPlan.chunkPlans.flatMap((plan) => plan.fileIds ?? []) : [];
  const sourceIds = [...fileIds, ...websites.map(({ id }) => id)];
  const passages = await findPassages(context, { orgId, sourceIds }, question, limit);
  return passages.filter(({ score }) => score >= (searchPlan?.scoreThreshold ?? 0));
}
