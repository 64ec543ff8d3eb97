import { type CreateKnowledgeBase, KNOWLEDGE_PASSAGES, type KnowledgeAnswer, type Website } from "@callwright/contract";
import { findPassages, type KnowledgeContext, type Ranking } from "./find-passages.ts";

type FileBase = Extract<CreateKnowledgeBase, { provider: "trieve" }>;

/** What a search needs of a knowledge base. */
export type SearchedBase = Partial<Pick<FileBase, "createPlan" | "searchPlan">> & { websites?: readonly Website[] | undefined };

/** How a search plan orders passages. Orders by words need no model. */
const RANKINGS: Record<NonNullable<FileBase["searchPlan"]>["searchType"], Ranking> = {
  fulltext: "words",
  bm25: "words",
  semantic: "meanings",
  hybrid: "both",
};

/** The passages of a knowledge base of files and web pages that best match a question, as its search plan says. */
export async function searchBase(
  context: KnowledgeContext,
  orgId: string,
  { createPlan, searchPlan, websites = [] }: SearchedBase,
  question: string,
  limit = Math.min(searchPlan?.topK ?? KNOWLEDGE_PASSAGES.default, KNOWLEDGE_PASSAGES.max),
): Promise<KnowledgeAnswer> {
  const fileIds = createPlan?.type === "create" ? createPlan.chunkPlans.flatMap((plan) => plan.fileIds ?? []) : [];
  const sourceIds = [...fileIds, ...websites.map(({ id }) => id)];
  const ranking = searchPlan && RANKINGS[searchPlan.searchType];
  const answer = await findPassages(context, { orgId, sourceIds }, question, { limit, ...(ranking && { ranking }) });
  return { ...answer, passages: answer.passages.filter(({ score }) => score >= (searchPlan?.scoreThreshold ?? 0)) };
}
