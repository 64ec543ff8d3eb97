import { z } from "zod";
import { EntityFields, Id } from "./entity.ts";
import { NAME_MAX_CHARACTERS } from "./limits.ts";
import { KindPatch } from "./patch-of.ts";
import { resourceRoutes } from "./resource-routes.ts";
import { ServerTarget } from "./server-target.ts";

export const KNOWLEDGE_BASE_PROVIDERS = ["trieve", "custom-knowledge-base"] as const;

const SearchPlan = z.strictObject({
  searchType: z.enum(["fulltext", "semantic", "hybrid", "bm25"]),
  /** Passages handed to the model. */
  topK: z.number().int().min(1).optional(),
  removeStopWords: z.boolean().optional(),
  /** Passages below it are left out. */
  scoreThreshold: z.number().min(0).optional(),
});

const ChunkPlan = z.strictObject({
  fileIds: z.array(Id).optional(),
  websites: z.array(z.url()).optional(),
  targetSplitsPerChunk: z.number().int().min(1).optional().meta({ default: 20 }),
  splitDelimiters: z.array(z.string().max(100)).optional(),
  rebalanceChunks: z.boolean().optional().meta({ default: true }),
});

/** How the passages come about: cut from files and pages, or a data set that is there already. */
const CreatePlan = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("create"), chunkPlans: z.array(ChunkPlan).min(1) }),
  z.strictObject({
    type: z.literal("import"),
    providerId: z.string().min(1).max(200).meta({ title: "Data set id", description: "Of the data set at the provider." }),
  }),
]);

const TrieveFields = {
  provider: z.literal("trieve"),
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  searchPlan: SearchPlan.optional(),
  createPlan: CreatePlan.optional(),
};

const CustomFields = {
  provider: z.literal("custom-knowledge-base"),
  /** Answers what is asked of the knowledge base. */
  server: ServerTarget,
};

export const CreateKnowledgeBase = z.discriminatedUnion("provider", [z.strictObject(TrieveFields), z.strictObject(CustomFields)]);
export type CreateKnowledgeBase = z.infer<typeof CreateKnowledgeBase>;

export const KnowledgeBase = z.discriminatedUnion("provider", [
  z.looseObject({ ...EntityFields, ...TrieveFields }),
  z.looseObject({ ...EntityFields, ...CustomFields }),
]);
export type KnowledgeBase = z.infer<typeof KnowledgeBase>;

export const knowledgeBaseRoutes = resourceRoutes({
  name: "KnowledgeBase",
  path: "/knowledge-base",
  noun: "knowledge base",
  create: CreateKnowledgeBase,
  update: KindPatch,
  entity: KnowledgeBase,
});
