import { ASSISTANT_DEFAULTS, type JsonSchema } from "@callwright/contract";
import { type LanguageModel as AiSdkModel, type JSONValue, jsonSchema, Output, streamText, type ToolSet, tool } from "ai";
import type { LanguageModel, ModelPart, ModelRequest, ModelTool, ModelUsage } from "../model/language-model.ts";
import { ProviderError } from "../model/provider-error.ts";
import { type FailureWords, toProviderError } from "./model-failure.ts";
import { type PromptRules, toModelMessages } from "./model-messages.ts";
import { ModelThoughts } from "./model-thoughts.ts";

export type JsonFields = Record<string, JSONValue>;

export interface Thinking {
  /** The provider's own options, by the name that the SDK gives the provider. */
  providerOptions?: Record<string, JsonFields>;
  /** Added to `maxTokens`, because providers count thoughts as tokens of the answer. Below 0 where the SDK adds them by itself. Default 0. */
  extraTokens?: number;
}

export interface AiSdkModelOptions extends Omit<FailureWords, "timeoutSeconds"> {
  model: AiSdkModel;
  /** Maximum wait for the first part and between parts. Absent or 0: the assistant's default. */
  timeoutSeconds: unknown;
  rules?: PromptRules;
  /** How much a model thinks about a request, and what else the provider has options for. Default: as the provider does by itself. */
  thinking?: (request: { thoughtsAreKnown: boolean }) => Thinking;
  /** The provider wants a model's thoughts back with the answers of its tools. */
  keepsThoughts?: boolean;
  /** The provider takes tools as strict unless they say otherwise. Default false. */
  namesLooseTools?: boolean;
  /** The provider's API takes a JSON schema for the answer (`response_format`). Default false. */
  answersBySchema?: boolean;
  /** Default true. False: tools are not sent, because the provider's models call none. */
  callsTools?: boolean;
}

// Otherwise the SDK prints warnings on the console, not through the logger.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A model of the Vercel AI SDK behind the `LanguageModel` port. */
export function createAiSdkModel(options: AiSdkModelOptions): LanguageModel {
  const { timeoutSeconds: given } = options;
  const timeoutSeconds = typeof given === "number" && given > 0 ? given : ASSISTANT_DEFAULTS.model.timeoutSeconds;
  const thoughts = options.keepsThoughts ? new ModelThoughts() : undefined;
  return {
    provider: options.provider,
    stream: (request) => streamParts({ ...options, timeoutSeconds }, request, thoughts),
  };
}

async function* streamParts(
  options: AiSdkModelOptions & FailureWords,
  request: ModelRequest,
  thoughts: ModelThoughts | undefined,
): AsyncGenerator<ModelPart> {
  const idle = createIdleTimeout(options.timeoutSeconds * 1000);
  const startedMs = performance.now();
  let firstTokenMs: number | undefined;
  const thoughtsAreKnown = thoughts?.begin(request.history) ?? false;
  const { providerOptions, extraTokens = 0 } = options.thinking?.({ thoughtsAreKnown }) ?? {};
  const { fullStream } = streamText({
    model: options.model,
    messages: toModelMessages(request.history, options.rules ?? {}, thoughts),
    tools: options.callsTools === false ? {} : toToolSet(request.tools, options),
    allowSystemInMessages: true,
    ...(options.answersBySchema && request.answerSchema && bySchema(request.answerSchema)),
    temperature: request.temperature,
    maxOutputTokens: request.maxTokens + extraTokens,
    ...(providerOptions && { providerOptions }),
    // A caller waits: the call speaks its failure message instead of retrying in silence.
    maxRetries: 0,
    abortSignal: AbortSignal.any([request.signal, idle.signal]),
    onError: () => undefined, // the stream's error part reports it
  });
  try {
    for await (const part of fullStream) {
      if (request.signal.aborted) return;
      if (part.type === "error") throw part.error;
      if (part.type === "abort") break;
      // The timeout pauses while the consumer handles the part.
      idle.pause();
      if (thoughts) remember(part, thoughts);
      if (part.type === "finish-step") {
        if (firstTokenMs === undefined) requireReason(part.finishReason, options, request.maxTokens + Math.max(0, extraTokens));
        const tokens = toTokens(part.usage);
        firstTokenMs ??= Math.round(performance.now() - startedMs);
        if (tokens) yield { type: "usage", model: options.modelName, ...tokens, firstTokenMs };
      }
      const modelPart = toModelPart(part);
      if (modelPart) {
        firstTokenMs ??= Math.round(performance.now() - startedMs);
        yield modelPart;
      }
      idle.restart();
    }
    if (idle.signal.aborted) throw idle.signal.reason;
  } catch (error) {
    if (!request.signal.aborted) throw toProviderError(error, idle.signal.aborted, options);
  } finally {
    idle.end();
  }
}

/** The answer stays text here: who asked for it reads it. Not strict: that would want every field to be required. */
const bySchema = (schema: JsonSchema) => ({
  output: Output.object({ schema: jsonSchema(schema as Parameters<typeof jsonSchema>[0]) }),
  providerOptions: { openaiCompatible: { strictJsonSchema: false } },
});

/** A signal that aborts after `timeoutMs` without a part, and when the request ends. */
function createIdleTimeout(timeoutMs: number) {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(new Error("timed out")), timeoutMs);
  let timer = start();
  return {
    signal: controller.signal,
    pause: () => clearTimeout(timer),
    restart() {
      timer = start();
    },
    end() {
      clearTimeout(timer);
      controller.abort(new Error("given up"));
    },
  };
}

type StreamPart = ReturnType<typeof streamText>["fullStream"] extends AsyncIterable<infer Part> ? Part : never;
type FinishPart = Extract<StreamPart, { type: "finish-step" }>;

function toModelPart(part: StreamPart): ModelPart | undefined {
  if (part.type === "text-delta") return part.text === "" ? undefined : { type: "text", text: part.text };
  if (part.type !== "tool-call") return undefined;
  // The SDK leaves arguments that it cannot parse as they were written.
  const written = typeof part.input === "string" ? part.input : JSON.stringify(part.input ?? {});
  return { type: "tool-call", id: part.toolCallId, name: part.toolName, arguments: written };
}

function remember(part: StreamPart, thoughts: ModelThoughts): void {
  if (part.type === "reasoning-start" || part.type === "reasoning-end") thoughts.think(part.id, "", part.providerMetadata);
  else if (part.type === "reasoning-delta") thoughts.think(part.id, part.text, part.providerMetadata);
  else if (part.type === "tool-call") thoughts.called(part.toolCallId, part.providerMetadata);
}

/** Undefined if the provider tells none. */
function toTokens({
  inputTokens,
  inputTokenDetails,
  outputTokens,
}: FinishPart["usage"]): Omit<ModelUsage, "firstTokenMs" | "model"> | undefined {
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return {
    inputTokens: inputTokens ?? 0,
    cachedTokens: inputTokenDetails?.cacheReadTokens ?? 0,
    cacheWriteTokens: inputTokenDetails?.cacheWriteTokens ?? 0,
    outputTokens: outputTokens ?? 0,
  };
}

/** Fails for an answer without a word or tool call that does not say why it ended that way. */
function requireReason(reason: FinishPart["finishReason"], { provider }: FailureWords, tokens: number): void {
  const failure = (message: string, retryable: boolean) => new ProviderError(message, { provider, part: "model", retryable });
  if (reason === "length")
    throw failure(
      `${provider} used all ${tokens} tokens before the first word. Raise model.maxTokens, or let the model think less.`,
      false,
    );
  if (reason === "content-filter") throw failure(`${provider} withheld the answer: its content filter objects.`, false);
  if (reason !== "stop" && reason !== "tool-calls") throw failure(`${provider} sent an answer that is not understood.`, true);
}

/** The conversation runs the tools, so the SDK gets none to execute. */
function toToolSet(tools: readonly ModelTool[], { namesLooseTools = false }: AiSdkModelOptions): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters, strict }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters), ...((strict || namesLooseTools) && { strict }) }),
    ]),
  );
}
