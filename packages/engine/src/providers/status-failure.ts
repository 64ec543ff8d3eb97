import { ProviderError } from "../model/provider-error.ts";
import { hideSecrets } from "../net/hide-secrets.ts";

const DETAIL_MAX_CHARACTERS = 200;

export interface StatusFailure {
  /** An HTTP status. */
  status: number;
  /** The service's own message. */
  message: string;
  /** Whether the same request may work a moment later, for a status that this file does not know. */
  retryable: boolean;
}

export interface StatusWords {
  provider: string;
  part: ProviderError["part"];
  /** Name of the model and address of the service. */
  modelName: string;
  baseUrl: string;
  /** Kept out of every message. */
  secrets: readonly string[];
  /** What to do about a refused key, a whole sentence. */
  keyAdvice: string;
}

/** A service that refuses a request, in words for the owner of an assistant. */
export function toStatusError({ status, message, retryable }: StatusFailure, words: StatusWords): ProviderError {
  const { provider, part, modelName, keyAdvice } = words;
  const failure = (sentence: string, mayRetry: boolean) => new ProviderError(sentence, { provider, part, retryable: mayRetry });
  const detail = message.trim() === "" ? "" : ` It said: ${withoutSecrets(message.trim(), words.secrets)}`;
  // Google answers a wrong key with 400.
  if (status === 401 || (status === 400 && /api key not valid/i.test(message)))
    return failure(`${provider} refused the key. ${keyAdvice}`, false);
  if (status === 403) return failure(`${provider} does not let this key use '${modelName}'.${detail} ${keyAdvice}`, false);
  if (status === 404)
    return failure(`${provider} has no model '${modelName}' at ${new URL(words.baseUrl).origin}.${detail}`, false);
  if (status === 429) return failure(`${provider} has reached its limit of requests.${detail}`, true);
  return failure(`${provider} answered with status ${status}.${detail}`, retryable);
}

/** A text of a service as it may be shown. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return hideSecrets(text, secrets, "[key]")
    .replace(/\b(?:sk|key|Bearer)[-_ ][\w*.-]{6,}/g, "[key]")
    .slice(0, DETAIL_MAX_CHARACTERS);
}

/** A provider's message, in one line without the secrets; "" if there is none. */
export function quoted(text: string, secrets: readonly string[]): string {
  const open = secrets.reduce((said, secret) => said.replaceAll(secret, "[key]"), text);
  const said = open.replace(/\s+/g, " ").trim().slice(0, DETAIL_MAX_CHARACTERS);
  return said === "" ? "" : ` It said: ${said}`;
}
