import { z } from "zod";
import { EntityFields, Id } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS, WEBSITES_MAX } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { optionalFields } from "../wire/objects.ts";
import { KindPatch } from "../wire/patch-of.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { knowledgeBaseNoun } from "./knowledge-base-noun.ts";
import { searching } from "./passage.ts";

export const SEARCH_TYPES = ["fulltext", "semantic", "hybrid", "bm25"] as const;

const SearchPlan = z.strictObject({
  searchType: z.enum(SEARCH_TYPES).meta({ title: "Search by" }),
  topK: z.number().int().min(1).optional().meta({ title: "Passages", description: "How many the model gets." }),
  removeStopWords: z.boolean().optional(),
  scoreThreshold: z.number().min(0).optional().meta({ title: "Minimum score", description: "Passages below it are left out." }),
});

const WEBSITE_ADDRESS_MAX_CHARACTERS = 2_000;

const ChunkPlan = optionalFields({
  fileIds: z.array(Id),
  /** Addresses of single pages: links in them are not followed. */
  websites: z.array(z.url({ protocol: /^https?$/ }).max(WEBSITE_ADDRESS_MAX_CHARACTERS)).max(WEBSITES_MAX),
  targetSplitsPerChunk: z.number().int().min(1).meta({ title: "Sentences per passage", default: 20 }),
  splitDelimiters: z.array(z.string().max(100)).meta({ title: "Split at" }),
  rebalanceChunks: z.boolean().meta({ title: "Equal passage length", default: true }),
});

/** The source of the passages: files and websites to split, or an existing data set. */
const CreatePlan = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("create"), chunkPlans: z.array(ChunkPlan).min(1) }),
  z.strictObject({
    type: z.literal("import"),
    providerId: z.string().min(1).max(200).meta({ title: "Data set id", description: "The data set's id at the provider." }),
  }),
]);

const TrieveFields = {
  provider: z.literal("trieve"),
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  createPlan: CreatePlan.optional(),
  searchPlan: SearchPlan.optional().meta({ title: "Search", description: "How passages are found." }),
};

const CustomFields = {
  provider: z.literal("custom-knowledge-base"),
  server: ServerTarget.meta({ description: "Gets every search and answers with documents." }),
};

/** Each chunk plan needs a file or a website. */
const CreateTrieve = z
  .strictObject({ ...TrieveFields, createPlan: CreatePlan })
  .superRefine(({ createPlan }, context) => {
    if (createPlan.type !== "create") return;
    for (const [index, { fileIds = [], websites = [] }] of createPlan.chunkPlans.entries())
      if (fileIds.length + websites.length === 0)
        context.addIssue({
          code: "custom",
          path: ["createPlan", "chunkPlans", index, "fileIds"],
          message: "must have a file, or websites must have a website",
          params: { problem: "noSource" },
        });
  })
  .meta({
    examples: [
      { provider: "trieve", createPlan: { type: "create", chunkPlans: [{ fileIds: ["11111111-1111-4111-8111-111111111111"] }] } },
    ],
  });

export const CreateKnowledgeBase = z.discriminatedUnion("provider", [CreateTrieve, z.strictObject(CustomFields)]);
export type CreateKnowledgeBase = z.infer<typeof CreateKnowledgeBase>;

/**
 * ```
 *   reading ──▶ ready     its text was read
 *      ▲   └──▶ failed    it could not be read; the passages of an earlier reading stay
 *      └── read again
 * ```
 */
export const WEBSITE_STATUSES = ["reading", "ready", "failed"] as const;

/** A web page of a knowledge base. */
export const Website = z.object({
  id: Id,
  url: z.string(),
  status: z.enum(WEBSITE_STATUSES),
  /** Why it could not be read, as a sentence. */
  failure: z.string().optional(),
  /** When its passages were read, and how many they are. */
  readAt: z.iso.datetime().optional(),
  /** Its size at that time. It counts towards the organization's documents. */
  bytes: z.number().int().optional(),
  passageCount: z.number().int().optional(),
});
export type Website = z.infer<typeof Website>;

export const KnowledgeBase = z.discriminatedUnion("provider", [
  z.looseObject({ ...EntityFields, ...TrieveFields, websites: z.array(Website).optional() }),
  z.looseObject({ ...EntityFields, ...CustomFields }),
]);
export type KnowledgeBase = z.infer<typeof KnowledgeBase>;

export const knowledgeBaseRoutes = describeRoutes(knowledgeBaseNoun.addresses, {
  ...resourceRoutes(knowledgeBaseNoun, {
    create: CreateKnowledgeBase,
    update: KindPatch,
    entity: KnowledgeBase,
  }),
  readWebsites: { response: KnowledgeBase, summary: "Read the web pages of a knowledge base again" },
  searchKnowledgeBase: { ...searching, summary: "Ask a knowledge base: the passages that best match a question" },
});
