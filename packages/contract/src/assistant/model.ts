import { z } from "zod";
import { suggestedNames } from "../catalog/catalog.ts";
import { PromptMessage } from "../message/prompt-message.ts";
import { ASSISTANT_DEFAULTS } from "../plan/assistant-defaults.ts";
import { type CreateTool, InlineTool } from "../tool/tool.ts";
import { Id } from "../wire/entity.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { suggested } from "../wire/suggested.ts";
import { NOT_FOR_VISITORS, OWN_MODEL_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { CreateWorkflow } from "../workflow/workflow.ts";

/**
 * Language model providers. Of Callwright only: `callwright`, with built-in answers and no language model, and baseten, cloudflare, fireworks,
 * mistral and sambanova.
 */
export const MODEL_PROVIDERS = [
  "callwright",
  "openai",
  "custom-llm",
  "anthropic",
  "anthropic-bedrock",
  "anyscale",
  "baseten",
  "cerebras",
  "cloudflare",
  "deep-seek",
  "deepinfra",
  "fireworks",
  "google",
  "groq",
  "inflection-ai",
  "minimax",
  "mistral",
  "openrouter",
  "perplexity-ai",
  "sambanova",
  "together-ai",
  "vapi",
  "xai",
] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** What the model may do besides speaking: stored tools, and tools that only this model has. */
export const ModelTools = z.strictObject({
  toolIds: z.array(Id).max(200).meta(NOT_FOR_VISITORS).optional(),
  tools: z.array(InlineTool).max(200).optional(),
});
export type ModelTools = z.infer<typeof ModelTools>;

/** The fields of every provider's model. */
const CommonFields = {
  messages: z.array(PromptMessage).max(1000).optional(),
  ...ModelTools.shape,
  toolRefs: z
    .array(z.strictObject({ toolId: Id, version: z.string().max(20) }))
    .max(200)
    .meta({ title: "Tools by version", description: "Overrides the version of a tool in the tool ids.", ...NOT_FOR_VISITORS })
    .optional(),
  /** Callwright offers it to the model as a tool. The hosted provider queries it before each reply. */
  knowledgeBase: z.strictObject({ provider: z.literal("custom-knowledge-base"), server: ServerTarget }).optional(),
  temperature: z.number().min(0).max(2).meta({ default: ASSISTANT_DEFAULTS.model.temperature }).optional(),
  maxTokens: z
    .number()
    .int()
    .min(50)
    .max(10_000)
    .meta({ title: "Max tokens", unit: "tokens", default: ASSISTANT_DEFAULTS.model.maxTokens })
    .optional(),
  emotionRecognitionEnabled: z.boolean().meta({ default: false }).optional(),
  numFastTurns: z
    .number()
    .int()
    .min(0)
    .meta({ title: "Fast turns", default: 0, description: "First turns, answered by a faster model of the provider." })
    .optional(),
};

/** The address and request options of a `custom-llm`. */
const CustomLlmFields = {
  url: z
    .url({ protocol: /^https?$/, message: "must be an http or https URL" })
    .meta({
      title: "Base URL",
      description:
        "An OpenAI-compatible server, for example http://127.0.0.1:11434/v1. Default: CUSTOM_LLM_BASE_URL of the server's environment.",
      ...OWN_MODEL_FOR_VISITORS,
    })
    .optional(),
  headers: z
    .record(z.string(), z.string().max(4000))
    .meta({ description: "Sent with every request, for example Authorization.", ...OWN_MODEL_FOR_VISITORS })
    .optional(),
  metadataSendMode: z
    .enum(["off", "variable", "destructured"])
    .meta({ default: "variable", description: "How the call's metadata is sent." })
    .optional(),
  timeoutSeconds: z
    .number()
    .min(0)
    .max(300)
    .meta({
      title: "Timeout",
      unit: "s",
      default: ASSISTANT_DEFAULTS.model.timeoutSeconds,
      description: "Maximum wait for the first token and between tokens.",
    })
    .optional(),
  wordLevelConfidenceEnabled: z.boolean().meta({ default: false }).optional(),
};

const Thinking = z.looseObject({
  type: z.literal("enabled"),
  budgetTokens: z.number().int().min(1024).max(100_000).meta({ description: "Must be below max tokens." }),
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

/** One variant per provider. Unknown fields are kept for the provider. */
const AnyModel = z.discriminatedUnion("provider", [
  z.looseObject({ provider: z.literal("callwright"), model: suggested(["builtin"]), ...CommonFields }),
  z.looseObject({
    provider: z.literal("openai"),
    model: suggested(suggestedNames("model", "openai")).meta({ description: "`gpt-4.1:westus` selects a region." }),
    ...CommonFields,
    fallbackModels: z
      .array(suggested(suggestedNames("model", "openai")))
      .max(20)
      .optional(),
    toolStrictCompatibilityMode: z
      .enum(["strip-parameters-with-unsupported-validation", "strip-unsupported-validation"])
      .optional(),
    promptCacheRetention: z.enum(["in_memory", "24h"]).optional(),
    promptCacheKey: z.string().max(64).optional(),
    reasoningEffort: z.enum(["minimal", "none", "low", "medium", "high", "xhigh", "max"]).optional(),
  }),
  z.looseObject({ provider: z.literal("custom-llm"), model: Name, ...CustomLlmFields, ...CommonFields }),
  z.looseObject({
    provider: z.literal("anthropic"),
    model: suggested(suggestedNames("model", "anthropic")),
    thinking: Thinking.optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("anthropic-bedrock"),
    model: suggested(suggestedNames("model", "anthropic")),
    thinking: Thinking.optional(),
    ...CommonFields,
  }),
  z.looseObject({ provider: z.literal("anyscale"), model: Name, ...CommonFields }),
  z.looseObject({ provider: z.literal("baseten"), model: suggested(suggestedNames("model", "baseten")), ...CommonFields }),
  z.looseObject({ provider: z.literal("cerebras"), model: suggested(suggestedNames("model", "cerebras")), ...CommonFields }),
  z.looseObject({ provider: z.literal("cloudflare"), model: suggested(suggestedNames("model", "cloudflare")), ...CommonFields }),
  z.looseObject({ provider: z.literal("deep-seek"), model: suggested(suggestedNames("model", "deep-seek")), ...CommonFields }),
  z.looseObject({ provider: z.literal("deepinfra"), model: Name, ...CommonFields }),
  z.looseObject({ provider: z.literal("fireworks"), model: suggested(suggestedNames("model", "fireworks")), ...CommonFields }),
  z.looseObject({
    provider: z.literal("google"),
    model: suggested(suggestedNames("model", "google")),
    ...CommonFields,
    realtimeConfig: GoogleRealtimeConfig.optional(),
  }),
  z.looseObject({ provider: z.literal("groq"), model: suggested(suggestedNames("model", "groq")), ...CommonFields }),
  z.looseObject({
    provider: z.literal("inflection-ai"),
    model: suggested(suggestedNames("model", "inflection-ai")),
    ...CommonFields,
  }),
  z.looseObject({ provider: z.literal("minimax"), model: suggested(suggestedNames("model", "minimax")), ...CommonFields }),
  z.looseObject({ provider: z.literal("mistral"), model: suggested(suggestedNames("model", "mistral")), ...CommonFields }),
  z.looseObject({ provider: z.literal("openrouter"), model: Name, ...CommonFields }),
  z.looseObject({
    provider: z.literal("perplexity-ai"),
    model: suggested(suggestedNames("model", "perplexity-ai")),
    ...CommonFields,
  }),
  z.looseObject({ provider: z.literal("sambanova"), model: suggested(suggestedNames("model", "sambanova")), ...CommonFields }),
  z.looseObject({ provider: z.literal("together-ai"), model: Name, ...CommonFields }),
  z.looseObject({
    provider: z.literal("vapi"),
    model: Name,
    version: z.enum(["latest", "1"]).optional(),
    workflowId: Id.optional(),
    workflow: CreateWorkflow.optional(),
    ...CommonFields,
  }),
  z.looseObject({ provider: z.literal("xai"), model: suggested(suggestedNames("model", "xai")), ...CommonFields }),
]);

/** A language model of any provider. Only a `custom-llm` has `url` and `headers`. */
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

/** Named, so that declarations that contain it stay short. */
export interface ModelSchema extends z.ZodType<Model, Model> {}

/** `custom-llm` is any OpenAI-compatible server: `url` is its base URL (default: the server's own), `headers` are sent with every request. */
export const Model = AnyModel.meta({ id: "Model" }) as unknown as ModelSchema;
