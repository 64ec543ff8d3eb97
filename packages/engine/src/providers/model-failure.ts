import { APICallError } from "ai";
import { ProviderError } from "../model/provider-error.ts";
import { toStatusError, withoutSecrets } from "./status-failure.ts";

export interface FailureWords {
  provider: string;
  /** Name of the model and address of the server. */
  modelName: string;
  baseUrl: string;
  timeoutSeconds: number;
  /** Kept out of every message. */
  secrets: readonly string[];
  /** What to do about a refused key, a whole sentence. */
  keyAdvice: string;
}

/** A failure of the AI SDK in words for the owner of an assistant. */
export function toProviderError(error: unknown, timedOut: boolean, words: FailureWords): ProviderError {
  const { provider, baseUrl } = words;
  const failure = (message: string, retryable: boolean) => new ProviderError(message, { provider, part: "model", retryable });
  if (error instanceof ProviderError) return error;
  if (timedOut) return failure(`${provider} did not answer in ${words.timeoutSeconds} s.`, true);
  const { origin } = new URL(baseUrl);
  if (!APICallError.isInstance(error)) return failure(brokenAnswer(error, words), true);
  const { statusCode: status, message } = error;
  if (status === undefined)
    return failure(`${provider} could not be reached at ${origin}. Check the address and the network.`, true);
  // The answer began well.
  if (status < 400) return failure(`The connection to ${provider} broke.`, true);
  return toStatusError({ status, message, retryable: error.isRetryable }, { ...words, part: "model" });
}

/** The failure of an answer that had begun. */
function brokenAnswer(error: unknown, { provider, secrets }: FailureWords): string {
  const told = typeof error === "string" ? error : error instanceof Error ? undefined : messageOf(error);
  if (told !== undefined) return `${provider} failed while it answered. It said: ${withoutSecrets(told, secrets)}`;
  return `${provider} sent an answer that is not understood.`;
}

function messageOf(error: unknown): string | undefined {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : undefined;
}
