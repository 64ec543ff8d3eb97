import { ASSISTANT_DEFAULTS, type JsonSchema, type Model } from "@callwright/contract";
import {
  type LanguageModel as AiSdkModel,
  generateId,
  type JSONValue,
  jsonSchema,
  Output,
  streamText,
  type ToolSet,
  tool,
} from "ai";
import type { LanguageModel, ModelPart, ModelRequest, ModelTool, ModelUsage } from "../model/language-model.ts";
import { ProviderError } from "../model/provider-error.ts";
import { AnswerRepair } from "./answer-repair/answer-repair.ts";
import { namesInPrompt } from "./answer-repair/labels.ts";
import { ALWAYS_THINKS } from "./answer-repair/thoughts.ts";
import { type FailureWords, toProviderError } from "./model-failure.ts";
import { type PromptRules, toModelMessages } from "./model-messages.ts";
import { ModelThoughts } from "./model-thoughts.ts";
import { learnFrom } from "./openai-compatible/learn-from.ts";
import { LoadingServer } from "./openai-compatible/loading-server.ts";
import { rulesOf, type ServerHabits } from "./openai-compatible/server-habits.ts";
import { keyAdvice } from "./provider-key.ts";

export type JsonFields = Record<string, JSONValue>;

export interface Thinking {
  /** The provider's own options, under the SDK's name for the provider. */
  providerOptions?: Record<string, JsonFields>;
  /** Added to `maxTokens`, because providers count thoughts as tokens of the answer. Below 0 if the SDK adds them by itself. Default 0. */
  extraTokens?: number;
}

export interface AiSdkModelOptions extends Pick<FailureWords, "baseUrl" | "provider" | "secrets"> {
  model: AiSdkModel;
  /** Default: the name in the settings. */
  modelName?: string;
  /** Default: to add a key of the provider. */
  keyAdvice?: string;
  rules?: PromptRules;
  /** How much a model thinks about a request, and further options of the provider. Default: the provider's own. */
  thinking?: (request: { thoughtsAreKnown: boolean }) => Thinking;
  /** The provider needs a model's thoughts back with the answers of its tools. */
  keepsThoughts?: boolean;
  /** The provider treats tools as strict unless they are marked. Default false. */
  namesLooseTools?: boolean;
  /** Whether the provider's API accepts a JSON schema for the answer (`response_format`). Default false. */
  answersBySchema?: boolean;
  /** Default true. False: tools are not sent, because the provider's models call none. */
  callsTools?: boolean;
  /** What is known and learned about a server with many models. Default: the provider's own server, which accepts what its documents say. */
  habits?: ServerHabits;
  /** The model's chat template may open its thoughts, and the server may not mark their end. Default false. */
  mayOpenThoughts?: boolean;
  /** Waits for a server that loads its model. Default: in real time. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

// The SDK would print warnings on the console, not through the logger.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A model of the Vercel AI SDK behind the `LanguageModel` port. */
export function createAiSdkModel(settings: Model, options: AiSdkModelOptions): LanguageModel {
  const { habits, provider, modelName = settings.model, keyAdvice: advice = keyAdvice(provider) } = options;
  const given = settings.timeoutSeconds;
  // The maximum wait for the first part and between parts.
  const timeoutSeconds = typeof given === "number" && given > 0 ? given : ASSISTANT_DEFAULTS.model.timeoutSeconds;
  const thoughts = options.keepsThoughts ? new ModelThoughts() : undefined;
  let hasToldOfTools = false;
  return {
    provider,
    async *stream(request) {
      const asked = new Asking({ ...options, modelName, keyAdvice: advice, timeoutSeconds }, request, thoughts);
      for await (const part of asked.parts()) {
        yield part;
        if (hasToldOfTools || !habits || habits.takesTools || request.tools.length === 0) continue;
        hasToldOfTools = true;
        yield {
          type: "repaired",
          what: "tools-refused",
          message: `${provider} takes no tools with '${modelName}'. The conversation goes on without them. Choose a model that calls tools.`,
        };
      }
    },
  };
}

/** One request. Before its first word it is repeated, in another form or after a moment, if that helps. */
class Asking {
  readonly #options: AiSdkModelOptions & FailureWords;
  readonly #request: ModelRequest;
  readonly #thoughts: ModelThoughts | undefined;
  readonly #idle: ReturnType<typeof createIdleTimeout>;
  readonly #startedMs = performance.now();
  #firstTokenMs: number | undefined;

  constructor(options: AiSdkModelOptions & FailureWords, request: ModelRequest, thoughts: ModelThoughts | undefined) {
    this.#options = options;
    this.#request = request;
    this.#thoughts = thoughts;
    this.#idle = createIdleTimeout(options.timeoutSeconds * 1000);
  }

  async *parts(): AsyncGenerator<ModelPart> {
    const { signal } = this.#request;
    const loading = new LoadingServer(this.#options.wait);
    const idle = this.#idle;
    try {
      for (;;) {
        try {
          return yield* this.#ask();
        } catch (error) {
          if (this.#firstTokenMs !== undefined || !(await this.#helpsAgain(error, loading))) throw error;
        }
      }
    } catch (error) {
      if (!signal.aborted) throw toProviderError(error, idle.signal.aborted, this.#options);
    } finally {
      idle.end();
    }
  }

  async #helpsAgain(error: unknown, loading: LoadingServer): Promise<boolean> {
    const { habits } = this.#options;
    if (!habits || this.#signal.aborted) return false;
    return learnFrom(habits, error, this.#sendsTools) || loading.isWorthAnotherTry(error, this.#signal);
  }

  async *#ask(): AsyncGenerator<ModelPart> {
    const { options, request, idle } = { options: this.#options, request: this.#request, idle: this.#idle };
    const thoughts = this.#thoughts;
    const thoughtsAreKnown = thoughts?.begin(request.history) ?? false;
    const { providerOptions, extraTokens = 0 } = options.thinking?.({ thoughtsAreKnown }) ?? {};
    const maxTokens = request.maxTokens + Math.max(0, extraTokens);
    const repair = this.#repair();
    const { fullStream } = streamText({
      model: options.model,
      messages: toModelMessages(request.history, { ...options.rules, ...(options.habits && rulesOf(options.habits)) }, thoughts),
      tools: this.#sendsTools ? toToolSet(request.tools, options) : {},
      allowSystemInMessages: true,
      ...(options.answersBySchema && request.answerSchema && bySchema(request.answerSchema)),
      temperature: request.temperature,
      maxOutputTokens: request.maxTokens + extraTokens,
      ...(providerOptions && { providerOptions }),
      // A caller waits: the call speaks its failure message instead of retrying in silence.
      maxRetries: 0,
      abortSignal: this.#signal,
      onError: () => undefined, // the stream's error part reports it
    });
    for await (const part of fullStream) {
      if (request.signal.aborted) return;
      if (part.type === "error") throw part.error;
      if (part.type === "abort") break;
      // The timeout pauses while the consumer handles the part.
      idle.pause();
      if (thoughts) remember(part, thoughts);
      for (const repaired of repairedParts(repair, part)) {
        if (repaired.type !== "repaired") this.#markFirst();
        yield repaired;
      }
      if (part.type === "finish-step") {
        if (this.#firstTokenMs === undefined) requireReason(part.finishReason, options, maxTokens);
        const tokens = toTokens(part.usage);
        if (tokens) yield { type: "usage", model: options.modelName, ...tokens, firstTokenMs: this.#markFirst() };
      }
      // Leaving the loop closes the request, so that the server stops, too.
      if (repair.isOver) break;
      idle.restart();
    }
    this.#learn(repair);
    if (idle.signal.aborted) throw idle.signal.reason;
  }

  #repair(): AnswerRepair {
    const { history, tools, speaker } = this.#request;
    const { habits, mayOpenThoughts = false, modelName } = this.#options;
    const [prompt] = history;
    return new AnswerRepair({
      tools: tools.map(({ name }) => name),
      ownNames: [...(speaker ? [speaker.toLowerCase()] : []), ...(prompt?.type === "system" ? namesInPrompt(prompt.text) : [])],
      beginsWithThoughts: habits?.opensThoughts ?? (mayOpenThoughts && ALWAYS_THINKS.test(modelName)),
      newId: generateId,
    });
  }

  #learn({ hasLoneEnd, waitedInVain }: AnswerRepair): void {
    const { habits } = this.#options;
    if (!habits) return;
    if (hasLoneEnd) habits.opensThoughts = true;
    else if (waitedInVain) habits.opensThoughts ??= false;
  }

  #markFirst(): number {
    this.#firstTokenMs ??= Math.round(performance.now() - this.#startedMs);
    return this.#firstTokenMs;
  }

  get #signal(): AbortSignal {
    return AbortSignal.any([this.#request.signal, this.#idle.signal]);
  }

  get #sendsTools(): boolean {
    const { callsTools = true, habits } = this.#options;
    return callsTools && (habits?.takesTools ?? true) && this.#request.tools.length > 0;
  }
}

/** The answer stays text: the asking code parses it. Not strict, because a strict schema requires every field. */
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

function repairedParts(repair: AnswerRepair, part: StreamPart): ModelPart[] {
  switch (part.type) {
    case "text-delta":
      return repair.add(part.text);
    case "reasoning-delta":
      return repair.tellsThoughtsApart();
    case "tool-call": {
      // The SDK leaves unparsable arguments unchanged.
      const written = typeof part.input === "string" ? part.input : JSON.stringify(part.input ?? {});
      return [...repair.beforeCall(), { type: "tool-call", id: part.toolCallId, name: part.toolName, arguments: written }];
    }
    case "finish-step":
      return repair.end();
    default:
      return [];
  }
}

function remember(part: StreamPart, thoughts: ModelThoughts): void {
  if (part.type === "reasoning-start" || part.type === "reasoning-end") thoughts.think(part.id, "", part.providerMetadata);
  else if (part.type === "reasoning-delta") thoughts.think(part.id, part.text, part.providerMetadata);
  else if (part.type === "tool-call") thoughts.called(part.toolCallId, part.providerMetadata);
}

/** Undefined if the provider reports none. */
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

/** Fails for an answer without a word or tool call, unless its finish reason explains it. */
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
