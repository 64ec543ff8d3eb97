import type { PromptMessage } from "@callwright/contract";
import { type LanguageModel as AiSdkModel, APICallError, type ModelMessage, streamText } from "ai";
import type { LanguageModel, ModelRequest } from "../conversation/language-model.ts";
import { ProviderError } from "./provider-error.ts";

/** The platform's default for how long a model may be silent, before its first word and between two. */
const DEFAULT_TIMEOUT_SECONDS = 20;
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

// The SDK would print its warnings on the console, past the logger.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A model of the Vercel AI SDK as the conversation core sees it. The one place that knows the SDK's streams and errors. */
export function createAiSdkModel(options: AiSdkModelOptions): LanguageModel {
  return { provider: options.provider, stream: (request) => streamWords(options, request) };
}

async function* streamWords(options: AiSdkModelOptions, request: ModelRequest): AsyncGenerator<string> {
  const patience = createPatience((options.timeoutSeconds || DEFAULT_TIMEOUT_SECONDS) * 1000);
  const { fullStream } = streamText({
    model: options.model,
    messages: toModelMessages(request.messages),
    allowSystemInMessages: true,
    temperature: request.temperature,
    maxOutputTokens: request.maxTokens,
    // A caller is waiting: the call speaks its failure message instead of trying again in silence.
    maxRetries: 0,
    abortSignal: AbortSignal.any([request.signal, patience.signal]),
    onError: () => undefined, // told by the stream's error part
  });
  try {
    for await (const part of fullStream) {
      if (request.signal.aborted) return;
      if (part.type === "error") throw part.error;
      if (part.type === "abort") break;
      // The clock stands still while the listener is busy with a word.
      patience.pause();
      if (part.type === "text-delta" && part.text !== "") yield part.text;
      patience.restart();
    }
    if (patience.signal.aborted) throw patience.signal.reason;
  } catch (error) {
    if (!request.signal.aborted) throw toProviderError(error, patience.signal.aborted, options);
  } finally {
    patience.end();
  }
}

/** A signal that aborts when nothing came for a while, and ends the request when it is given up. */
function createPatience(timeoutMs: number) {
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

/** Tool results join the prompt as notes, until assistants can make tool calls. */
function toModelMessages(messages: readonly PromptMessage[]): ModelMessage[] {
  return messages.flatMap(({ role, content }): ModelMessage[] => {
    if (content === null || content === "") return [];
    return [{ role: role === "user" || role === "assistant" ? role : "system", content }];
  });
}

function toProviderError(error: unknown, timedOut: boolean, options: AiSdkModelOptions): ProviderError {
  const { provider } = options;
  const failure = (message: string, retryable: boolean) => new ProviderError(message, { provider, part: "model", retryable });
  if (error instanceof ProviderError) return error;
  if (timedOut) return failure(`${provider} did not answer in ${options.timeoutSeconds || DEFAULT_TIMEOUT_SECONDS} s.`, true);
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
