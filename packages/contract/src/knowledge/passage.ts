import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { KNOWLEDGE_PASSAGES, KNOWLEDGE_QUESTION_MAX_CHARACTERS } from "../wire/limits.ts";

/** A piece of a file or a web page that answers a question. */
export const PassageFound = z.object({
  /** Null for a web page. */
  fileId: Id.nullable(),
  fileName: z.string().nullable(),
  /** The web page's address; null for a file. */
  url: z.string().nullable(),
  /** From 1; null for a file without pages. */
  page: z.number().int().nullable(),
  /** The headings above it, from the outermost; empty where there is none. */
  heading: z.string(),
  text: z.string(),
  /** From 0 to 1: how much of the question is in it, or how near their meanings are. */
  score: z.number(),
});
export type PassageFound = z.infer<typeof PassageFound>;

export const SearchKnowledge = z.strictObject({
  /** The question in a person's words. */
  question: z.string().trim().min(1).max(KNOWLEDGE_QUESTION_MAX_CHARACTERS),
  /** Maximum number of passages. */
  limit: z.number().int().min(1).max(KNOWLEDGE_PASSAGES.max).optional().meta({ default: KNOWLEDGE_PASSAGES.default }),
});
export type SearchKnowledge = z.infer<typeof SearchKnowledge>;

export const KnowledgeAnswer = z.object({
  passages: z.array(PassageFound),
  /** What the order and the scores are based on. `both`: words and meanings with equal weight. */
  rankedBy: z.enum(["words", "meanings", "both"]),
  /** Why meanings were not compared although a model for them is configured, as a sentence. */
  note: z.string().optional(),
});
export type KnowledgeAnswer = z.infer<typeof KnowledgeAnswer>;

/** A POST that only reads: a question is too long for an address. */
export const searching = { role: "viewer", body: SearchKnowledge, response: KnowledgeAnswer } as const;
