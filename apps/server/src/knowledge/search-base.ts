import { type CreateKnowledgeBase, KNOWLEDGE_PASSAGES, type PassageFound } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import { findPassages } from "./find-passages.ts";

type FileBase = Extract<CreateKnowledgeBase, { provider: "trieve" }>;

/** The passages of a knowledge base of files that best match a question, as its search plan says. */
export async function searchBase(
  context: { db: Database },
  orgId: string,
  { createPlan, searchPlan }: Partial<Pick<FileBase, "createPlan" | "searchPlan">>,
  question: string,
  limit = Math.min(searchPlan?.topK ?? KNOWLEDGE_PASSAGES.default, KNOWLEDGE_PASSAGES.max),
): Promise<PassageFound[]> {
  const sourceIds = createPlan?.type === "create" ? createPlan.chunkPlans.flatMap((plan) => plan.fileIds ?? []) : [];
  const passages = await findPassages(context, { orgId, sourceIds }, question, limit);
  return passages.filter(({ score }) => score >= (searchPlan?.scoreThreshold ?? 0));
}
