import { ProviderError } from "../../model/provider-error.ts";
import type { ProviderContext } from "../provider.ts";
import { keyAdvice, requireKey } from "../provider-key.ts";
import { ALLOW_ADVICE, placeOf } from "../provider-place.ts";
import { toStatusError, withoutSecrets } from "../status-failure.ts";

/** A transcription service with the settings of one assistant. */
export interface HostedService {
  readonly provider: string;
  readonly model: string;
  /** The model by which it charges. Default: `model`. */
  readonly chargedModel?: string;
  /** Without a slash at its end. `http` or `https`, also where the service speaks WebSocket. */
  readonly baseUrl: string;
  /** A person of the organization names the address: it must not lead into the server's own network. */
  readonly isOutside: boolean;
  /** Kept out of every message. */
  readonly secrets: readonly string[];
  /** What to do about a refused key, a whole sentence. */
  readonly keyAdvice: string;
}

type KeyedService = HostedService & { apiKey: string };

/** A service with a key. Fails with a `ProviderError` that says where to put the key. */
export function hostedService(provider: string, ownUrl: string, model: string, context: ProviderContext): KeyedService {
  const apiKey = requireKey(context, provider, "transcriber");
  const { baseUrl, namedBy } = placeOf(provider, ownUrl, context);
  return {
    provider,
    model,
    baseUrl,
    isOutside: namedBy === "credential" && context.allowPrivateAddresses !== true,
    apiKey,
    secrets: [apiKey],
    keyAdvice: keyAdvice(provider),
  };
}

/** The WebSocket address of an HTTP address. */
export const socketUrl = (baseUrl: string) => baseUrl.replace(/^http/, "ws");

/** Where the connections to a service with a key go. Default headers: the key as a bearer token. */
export function socketAt(
  { baseUrl, apiKey }: KeyedService,
  path: string,
  headers: Record<string, string> = { authorization: `Bearer ${apiKey}` },
) {
  return () => ({ url: `${socketUrl(baseUrl)}${path}`, headers });
}

/** A service's failure, in its own words. */
export interface ServiceFailure {
  /** An HTTP status: the service's own, or the equivalent of its code. */
  status?: number | undefined;
  message: string;
}

export function serviceError(service: HostedService, message: string, retryable: boolean): ProviderError {
  return new ProviderError(message, { provider: service.provider, part: "transcriber", retryable });
}

/** A service's failure, in words for the owner of an assistant. */
export function failureOf(service: HostedService, { status, message }: ServiceFailure): ProviderError {
  if (status === undefined) {
    const detail = message === "" ? "" : ` It said: ${withoutSecrets(message, service.secrets)}`;
    return serviceError(service, `${service.provider} failed.${detail}`, true);
  }
  const { model: modelName } = service;
  return toStatusError({ status, message, retryable: status >= 500 }, { ...service, part: "transcriber", modelName });
}

export const notUnderstood = (service: HostedService) =>
  serviceError(service, `${service.provider} sent an answer that is not understood.`, true);

export const notReached = (service: HostedService) =>
  serviceError(
    service,
    `${service.provider} could not be reached at ${new URL(service.baseUrl).origin}. Check the address and the network.`,
    true,
  );

export const tooLate = (service: HostedService, ms: number) =>
  serviceError(service, `${service.provider} did not answer in ${ms / 1000} s.`, true);

export const inOwnNetwork = (service: HostedService) =>
  serviceError(service, `${service.provider} is at an address of this server's own network. ${ALLOW_ADVICE}`, false);
