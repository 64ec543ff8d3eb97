import { z } from "zod";
import { suggestedNames } from "../catalog/catalog.ts";
import { PromptMessage } from "../message/prompt-message.ts";
import { ASSISTANT_DEFAULTS } from "../plan/assistant-defaults.ts";
import { type CreateTool, InlineTool } from "../tool/tool.ts";
import { Id } from "../wire/entity.ts";
import { optionalFields } from "../wire/objects.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { suggested } from "../wire/suggested.ts";
import { NOT_FOR_VISITORS, OWN_MODEL_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { CreateWorkflow } from "../workflow/workflow.ts";
import { MODEL_PROVIDERS, type ModelProvider } from "./part-providers.ts";

/** The tools of a model: stored tools, and tools that only this model has. */
export const ModelTools = z.strictObject({
  toolIds: z.array(Id).max(200).meta(NOT_FOR_VISITORS).optional(),
  tools: z.array(InlineTool).max(200).optional(),
});
export type ModelTools = z.infer<typeof ModelTools>;

/** The fields of every provider's model. */
const CommonFields = {
  messages: z.array(PromptMessage).max(1000).optional(),
  ...ModelTools.shape,
  ...optionalFields({
    toolRefs: z
      .array(z.strictObject({ toolId: Id, version: z.string().max(20) }))
      .max(200)
      .meta({ title: "Tools by version", description: "Overrides the version of a tool in the tool ids.", ...NOT_FOR_VISITORS }),
    /** Callwright offers it to the model as a tool. The hosted provider queries it before each reply. */
    knowledgeBase: z.strictObject({ provider: z.literal("custom-knowledge-base"), server: ServerTarget }),
    temperature: z.number().min(0).max(2).meta({ default: ASSISTANT_DEFAULTS.model.temperature }),
    maxTokens: z.number().int().min(50).max(10_000).meta({
      title: "Max tokens",
      unit: "tokens",
      default: ASSISTANT_DEFAULTS.model.maxTokens,
    }),
    emotionRecognitionEnabled: z.boolean().meta({ default: false }),
    numFastTurns: z.number().int().min(0).meta({
      title: "Fast turns",
      default: 0,
      description: "First turns, answered by a faster model of the provider.",
    }),
  }).shape,
};

/** The address and request options of a `custom-llm`. */
const CustomLlmFields = optionalFields({
  url: z.url({ protocol: /^https?$/, message: "must be an http or https URL" }).meta({
    title: "Base URL",
    description:
      "An OpenAI-compatible server, for example http://127.0.0.1:11434/v1. Default: CUSTOM_LLM_BASE_URL of the server's environment.",
    ...OWN_MODEL_FOR_VISITORS,
  }),
  headers: z
    .record(z.string(), z.string().max(4000))
    .meta({ description: "Sent with every request, for example Authorization.", ...OWN_MODEL_FOR_VISITORS }),
  metadataSendMode: z
    .enum(["off", "variable", "destructured"])
    .meta({ default: "variable", description: "How the call's metadata is sent." }),
  timeoutSeconds: z.number().min(0).max(300).meta({
    title: "Timeout",
    unit: "s",
    default: ASSISTANT_DEFAULTS.model.timeoutSeconds,
    description: "Maximum wait for the first token and between tokens.",
  }),
  wordLevelConfidenceEnabled: z.boolean().meta({ default: false }),
}).shape;

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

const openAiNames = suggested(suggestedNames("model", "openai"));

/** Fields of a provider's model that are not common, or that have another form. */
const OWN_FIELDS: { readonly [Provider in ModelProvider]?: z.ZodRawShape } = {
  callwright: { model: suggested(["builtin"]) },
  openai: {
    model: openAiNames.meta({ description: "`gpt-4.1:westus` selects a region." }),
    ...optionalFields({
      fallbackModels: z.array(openAiNames).max(20),
      toolStrictCompatibilityMode: z.enum(["strip-parameters-with-unsupported-validation", "strip-unsupported-validation"]),
      promptCacheRetention: z.enum(["in_memory", "24h"]),
      promptCacheKey: z.string().max(64),
      reasoningEffort: z.enum(["minimal", "none", "low", "medium", "high", "xhigh", "max"]),
    }).shape,
  },
  "custom-llm": CustomLlmFields,
  anthropic: { thinking: Thinking.optional() },
  "anthropic-bedrock": { thinking: Thinking.optional() },
  google: { realtimeConfig: GoogleRealtimeConfig.optional() },
  vapi: optionalFields({ version: z.enum(["latest", "1"]), workflowId: Id, workflow: CreateWorkflow }).shape,
};

const modelOf = (provider: ModelProvider) =>
  z.looseObject({
    provider: z.literal(provider),
    model: suggested(suggestedNames("model", provider)),
    ...CommonFields,
    ...OWN_FIELDS[provider],
  });

const [firstProvider, ...otherProviders] = MODEL_PROVIDERS;

/** One variant per provider. Unknown fields are kept for the provider. */
const AnyModel = z.discriminatedUnion("provider", [modelOf(firstProvider), ...otherProviders.map(modelOf)]);

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
