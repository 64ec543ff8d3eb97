import { z } from "zod";
import { Id } from "./entity.ts";
import { MODEL_NAMES } from "./model-names.ts";
import { PromptMessage } from "./prompt-message.ts";
import { ServerTarget } from "./server-target.ts";
import { suggested } from "./suggested.ts";
import { CreateTool } from "./tool/tool.ts";
import { CreateWorkflow } from "./workflow/workflow.ts";

/** Language model providers of the platform. `callwright` is ours: built-in answers, no language model. */
export const MODEL_PROVIDERS = [
  "callwright",
  "openai",
  "custom-llm",
  "anthropic",
  "anthropic-bedrock",
  "anyscale",
  "cerebras",
  "deep-seek",
  "deepinfra",
  "google",
  "groq",
  "inflection-ai",
  "minimax",
  "openrouter",
  "perplexity-ai",
  "together-ai",
  "vapi",
  "xai",
] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** What the models of all providers take. */
const CommonFields = {
  messages: z.array(PromptMessage).max(1000).optional(),
  tools: z.array(CreateTool).max(200).optional(),
  toolIds: z.array(Id).max(200).optional(),
  toolRefs: z
    .array(z.strictObject({ toolId: Id, version: z.string().max(20) }))
    .max(200)
    .meta({ title: "Tools by version", description: "A tool that is here and in the tool ids has this version." })
    .optional(),
  /** Asked what it knows about the conversation, before each answer. */
  knowledgeBase: z.strictObject({ provider: z.literal("custom-knowledge-base"), server: ServerTarget }).optional(),
  temperature: z.number().min(0).max(2).meta({ default: 0.5 }).optional(),
  maxTokens: z.number().int().min(50).max(10_000).meta({ title: "Most tokens", default: 250 }).optional(),
  emotionRecognitionEnabled: z.boolean().meta({ default: false }).optional(),
  numFastTurns: z
    .number()
    .int()
    .min(0)
    .meta({ title: "Fast turns", default: 0, description: "Turns at the start that a faster model of the provider answers." })
    .optional(),
};

/** Where a `custom-llm` is, and how it is asked. */
const CustomLlmFields = {
  url: z
    .url({ protocol: /^https?$/, message: "must be an http or https URL" })
    .meta({ title: "Base URL", description: "Of an OpenAI-compatible server: http://127.0.0.1:11434/v1" }),
  headers: z.record(z.string(), z.string().max(4000)).meta({ description: "Sent with every request." }).optional(),
  metadataSendMode: z
    .enum(["off", "variable", "destructured"])
    .meta({ default: "variable", description: "How the call's metadata is sent along." })
    .optional(),
  timeoutSeconds: z
    .number()
    .min(0)
    .max(300)
    .meta({ title: "Time-out", unit: "s", default: 20, description: "How long the first token may take." })
    .optional(),
  wordLevelConfidenceEnabled: z.boolean().meta({ default: false }).optional(),
};

const Thinking = z.looseObject({
  type: z.literal("enabled"),
  budgetTokens: z.number().int().min(1024).max(100_000).meta({ description: "Fewer than the most tokens of an answer." }),
});

const GoogleRealtimeConfig = z.looseObject({
  topP: z.number().optional(),
  topK: z.number().optional(),
  presencePenalty: z.number().optional(),
  frequencyPenalty: z.number().optional(),
  speechConfig: z
    .looseObject({
      voiceConfig: z.looseObject({
        prebuiltVoiceConfig: z.looseObject({ voiceName: suggested(["Puck", "Charon", "Kore", "Fenrir", "Aoede"]) }),
      }),
    })
    .optional(),
});

const Name = suggested([]);

/** One kind per provider. A field that is not named here is the provider's own, and is kept. */
const AnyModel = z.discriminatedUnion("provider", [
  z.looseObject({ provider: z.literal("callwright"), model: suggested(["builtin"]), ...CommonFields }),
  z.looseObject({
    provider: z.literal("openai"),
    model: suggested(MODEL_NAMES.openai).meta({ description: "`gpt-4.1:westus` asks for a region." }),
    ...CommonFields,
    fallbackModels: z.array(suggested(MODEL_NAMES.openai)).max(20).optional(),
    toolStrictCompatibilityMode: z
      .enum(["strip-parameters-with-unsupported-validation", "strip-unsupported-validation"])
      .optional(),
    promptCacheRetention: z.enum(["in_memory", "24h"]).optional(),
    promptCacheKey: z.string().max(64).optional(),
    reasoningEffort: z.enum(["minimal", "none", "low", "medium", "high", "xhigh"]).optional(),
  }),
  z.looseObject({ provider: z.literal("custom-llm"), model: Name, ...CustomLlmFields, ...CommonFields }),
  z.looseObject({
    provider: z.literal("anthropic"),
    model: suggested(MODEL_NAMES.anthropic),
    thinking: Thinking.optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("anthropic-bedrock"),
    model: suggested(MODEL_NAMES.anthropic),
    thinking: Thinking.optional(),
    ...CommonFields,
  }),
  z.looseObject({ provider: z.literal("anyscale"), model: Name, ...CommonFields }),
  z.looseObject({ provider: z.literal("cerebras"), model: suggested(MODEL_NAMES.cerebras), ...CommonFields }),
  z.looseObject({ provider: z.literal("deep-seek"), model: suggested(MODEL_NAMES["deep-seek"]), ...CommonFields }),
  z.looseObject({ provider: z.literal("deepinfra"), model: Name, ...CommonFields }),
  z.looseObject({
    provider: z.literal("google"),
    model: suggested(MODEL_NAMES.google),
    ...CommonFields,
    realtimeConfig: GoogleRealtimeConfig.optional(),
  }),
  z.looseObject({ provider: z.literal("groq"), model: suggested(MODEL_NAMES.groq), ...CommonFields }),
  z.looseObject({ provider: z.literal("inflection-ai"), model: suggested(MODEL_NAMES["inflection-ai"]), ...CommonFields }),
  z.looseObject({ provider: z.literal("minimax"), model: suggested(MODEL_NAMES.minimax), ...CommonFields }),
  z.looseObject({ provider: z.literal("openrouter"), model: Name, ...CommonFields }),
  z.looseObject({ provider: z.literal("perplexity-ai"), model: Name, ...CommonFields }),
  z.looseObject({ provider: z.literal("together-ai"), model: Name, ...CommonFields }),
  z.looseObject({
    provider: z.literal("vapi"),
    model: Name,
    version: z.enum(["latest", "1"]).optional(),
    workflowId: Id.optional(),
    workflow: CreateWorkflow.optional(),
    ...CommonFields,
  }),
  z.looseObject({ provider: z.literal("xai"), model: suggested(MODEL_NAMES.xai), ...CommonFields }),
]);

/** A language model, as code reads it that does not care for the provider. `url` and `headers` are those of a `custom-llm`. */
export interface Model {
  provider: ModelProvider;
  model: string;
  messages?: PromptMessage[] | undefined;
  tools?: CreateTool[] | undefined;
  toolIds?: string[] | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  url?: string | undefined;
  headers?: Record<string, string> | undefined;
  timeoutSeconds?: number | undefined;
  [field: string]: unknown;
}

/** A name, by which the declarations of what holds it stay short. */
export interface ModelSchema extends z.ZodType<Model, Model> {}

/** `custom-llm` is any OpenAI-compatible server: `url` is its base URL, `headers` go with every request. */
export const Model = AnyModel.meta({ id: "Model" }) as unknown as ModelSchema;
