import { ASSISTANT_DEFAULTS, type HistoryItem, TOOL_STILL_RUNNING, type ToolItem } from "@callwright/contract";
import {
  type LanguageModel as AiSdkModel,
  APICallError,
  jsonSchema,
  type ModelMessage,
  streamText,
  type ToolSet,
  tool,
} from "ai";
import type { LanguageModel, ModelPart, ModelRequest, ModelTool } from "../model/language-model.ts";
import { ProviderError } from "../model/provider-error.ts";

const DETAIL_MAX_CHARACTERS = 200;

export interface AiSdkModelOptions {
  provider: string;
  model: AiSdkModel;
  /** Name of the model and address of the server, for failure messages. */
  modelName: string;
  baseUrl: string;
  timeoutSeconds: number | undefined;
  /** Kept out of every failure message. */
  secrets: readonly string[];
  /** What to do about a refused key, a whole sentence. */
  keyAdvice: string;
}

// Otherwise the SDK prints warnings on the console, not through the logger.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A model of the Vercel AI SDK behind the `LanguageModel` port. Only this file knows the SDK's streams and errors. */
export function createAiSdkModel(options: AiSdkModelOptions): LanguageModel {
  return { provider: options.provider, stream: (request) => streamParts(options, request) };
}

async function* streamParts(options: AiSdkModelOptions, request: ModelRequest): AsyncGenerator<ModelPart> {
  const idle = createIdleTimeout((options.timeoutSeconds || ASSISTANT_DEFAULTS.model.timeoutSeconds) * 1000);
  const { fullStream } = streamText({
    model: options.model,
    messages: toModelMessages(request.history),
    tools: toToolSet(request.tools),
    allowSystemInMessages: true,
    temperature: request.temperature,
    maxOutputTokens: request.maxTokens,
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
      const modelPart = toModelPart(part);
      if (modelPart) yield modelPart;
      idle.restart();
    }
    if (idle.signal.aborted) throw idle.signal.reason;
  } catch (error) {
    if (!request.signal.aborted) throw toProviderError(error, idle.signal.aborted, options);
  } finally {
    idle.end();
  }
}

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

function toModelPart(part: StreamPart): ModelPart | undefined {
  switch (part.type) {
    case "text-delta":
      return part.text === "" ? undefined : { type: "text", text: part.text };
    case "tool-call":
      // The SDK leaves arguments that it cannot parse as they were written.
      return {
        type: "tool-call",
        id: part.toolCallId,
        name: part.toolName,
        arguments: typeof part.input === "string" ? part.input : JSON.stringify(part.input ?? {}),
      };
    case "finish-step": {
      const { inputTokens = 0, outputTokens = 0 } = part.usage;
      return { type: "usage", inputTokens, outputTokens };
    }
    default:
      return undefined;
  }
}

/** The conversation runs the tools, so the SDK gets none to execute. */
function toToolSet(tools: readonly ModelTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters, strict }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters), ...(strict && { strict }) }),
    ]),
  );
}

function toModelMessages(history: readonly HistoryItem[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const [index, item] of history.entries()) {
    if (item.type !== "tool") {
      messages.push({ role: item.type, content: item.text });
      continue;
    }
    const previous = history[index - 1];
    if (previous?.type === "tool" && previous.step === item.step) continue;
    const calls = callsOfStep(history, item.step);
    // The words before the calls are of the same step.
    const words = previous?.type === "assistant" ? [{ type: "text" as const, text: previous.text }] : [];
    if (words.length > 0) messages.pop();
    messages.push(
      { role: "assistant", content: [...words, ...calls.map(toCallPart)] },
      { role: "tool", content: calls.map(toResultPart) },
    );
  }
  return messages;
}

const callsOfStep = (history: readonly HistoryItem[], step: number): ToolItem[] =>
  history.filter((item): item is ToolItem => item.type === "tool" && item.step === step);

const toCallPart = ({ call }: ToolItem) => ({
  type: "tool-call" as const,
  toolCallId: call.id,
  toolName: call.name,
  input: call.arguments,
});

const toResultPart = ({ call, answer }: ToolItem) => ({
  type: "tool-result" as const,
  toolCallId: call.id,
  toolName: call.name,
  output: {
    type: answer?.failed ? ("error-text" as const) : ("text" as const),
    value: answer?.result ?? TOOL_STILL_RUNNING,
  },
});

function toProviderError(error: unknown, timedOut: boolean, options: AiSdkModelOptions): ProviderError {
  const { provider } = options;
  const failure = (message: string, retryable: boolean) => new ProviderError(message, { provider, part: "model", retryable });
  if (error instanceof ProviderError) return error;
  if (timedOut)
    return failure(`${provider} did not answer in ${options.timeoutSeconds || ASSISTANT_DEFAULTS.model.timeoutSeconds} s.`, true);
  if (!APICallError.isInstance(error)) return failure(`${provider} sent an answer that is not understood.`, true);
  const status = error.statusCode;
  const detail = status === undefined ? "" : ` It said: ${withoutSecrets(error.message, options.secrets)}`;
  if (status === undefined)
    return failure(
      `${provider} could not be reached at ${new URL(options.baseUrl).origin}. Check the address and the network.`,
      true,
    );
  if (status === 401 || status === 403) return failure(`${provider} refused the key. ${options.keyAdvice}`, false);
  if (status === 404)
    return failure(`${provider} has no model '${options.modelName}' at ${new URL(options.baseUrl).origin}.${detail}`, false);
  if (status === 429) return failure(`${provider} has reached its limit of requests.${detail}`, true);
  return failure(`${provider} answered with status ${status}.${detail}`, error.isRetryable);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, "[key]"), text)
    .replace(/\b(?:sk|key|Bearer)[-_ ][\w*.-]{6,}/g, "[key]")
    .slice(0, DETAIL_MAX_CHARACTERS);
}
