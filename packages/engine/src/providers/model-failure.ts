import { APICallError } from "ai";
import { ProviderError } from "../model/provider-error.ts";

const DETAIL_MAX_CHARACTERS = 200;

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
  const { provider, modelName, baseUrl, keyAdvice } = words;
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
  const detail = ` It said: ${withoutSecrets(message, words.secrets)}`;
  // Google answers a wrong key with 400.
  if (status === 401 || (status === 400 && /api key not valid/i.test(message)))
    return failure(`${provider} refused the key. ${keyAdvice}`, false);
  if (status === 403) return failure(`${provider} does not let this key use '${modelName}'.${detail} ${keyAdvice}`, false);
  if (status === 404) return failure(`${provider} has no model '${modelName}' at ${origin}.${detail}`, false);
  if (status === 429) return failure(`${provider} has reached its limit of requests.${detail}`, true);
  return failure(`${provider} answered with status ${status}.${detail}`, error.isRetryable);
}

/** Of an answer that began. */
function brokenAnswer(error: unknown, { provider, secrets }: FailureWords): string {
  const told = typeof error === "string" ? error : error instanceof Error ? undefined : messageOf(error);
  if (told !== undefined) return `${provider} failed while it answered. It said: ${withoutSecrets(told, secrets)}`;
  return `${provider} sent an answer that is not understood.`;
}

function messageOf(error: unknown): string | undefined {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : undefined;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, "[key]"), text)
    .replace(/\b(?:sk|key|Bearer)[-_ ][\w*.-]{6,}/g, "[key]")
    .slice(0, DETAIL_MAX_CHARACTERS);
}
