import { readJson } from "@callwright/contract";
import { z } from "zod";
import { ProviderError } from "../../model/provider-error.ts";
import { VOICE_SERVICES } from "../hosted-voice/services.ts";
import { servicePlace } from "../hosted-voice/voice-service.ts";
import type { ProviderContext } from "../provider.ts";
import { findKey, keyAdvice } from "../provider-key.ts";
import { askProvider, isSuccess } from "../provider-request.ts";
import { quoted } from "../status-failure.ts";
import type { Ask, CatalogRequest, VoiceCatalog } from "./voice-catalog.ts";

const TIMEOUT_MS = 20_000;

/** A provider's catalog and a way to ask it, with the organization's key or the server's. */
export interface ReachableCatalog {
  catalog: VoiceCatalog;
  ask: Ask;
}

/** Undefined for a provider without a catalog. Fails with a `ProviderError` when a key is needed and there is none. */
export function reachCatalog(provider: string, context: ProviderContext, signal: AbortSignal): ReachableCatalog | undefined {
  const service = VOICE_SERVICES.find((each) => each.provider === provider);
  const { catalog } = service ?? {};
  if (!catalog || !service) return undefined;
  const key = findKey(context, provider);
  if (key === undefined && catalog.needsKey !== false) throw failure(provider, `needs a key. ${keyAdvice(provider)}`, false);
  const place = servicePlace(service, { provider: service.provider }, context);
  const headers = key === undefined ? {} : (service.headers?.(key) ?? {});
  return {
    catalog,
    ask: (request) => ask({ provider, ...place, headers, secrets: key === undefined ? [] : [key], signal }, request),
  };
}

/** Runs requests whose answers are parsed. Fails with a `ProviderError` for an answer of another shape. */
export async function understood<Answer>(provider: string, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw failure(provider, "sent an answer that is not understood.", true);
  }
}

interface Asked {
  provider: string;
  baseUrl: string;
  isOutside: boolean;
  headers: Record<string, string>;
  /** Kept out of every message. */
  secrets: readonly string[];
  signal: AbortSignal;
}

async function ask(asked: Asked, { method = "GET", path, body, mayBeGone }: CatalogRequest): Promise<unknown> {
  const { provider, baseUrl, isOutside, headers, secrets, signal } = asked;
  const isForm = body instanceof FormData;
  const { status, text } = await askProvider(
    { provider, part: "voice", isOutside },
    {
      method,
      url: `${baseUrl.replace(/\/+$/, "")}${path}`,
      headers: { accept: "application/json", ...headers, ...(body && !isForm && { "content-type": "application/json" }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      signal,
    },
  );
  if (mayBeGone && status === 404) return null;
  if (!isSuccess(status)) throw refusal(provider, status, quoted(text, secrets));
  const answer = text === "" && method === "DELETE" ? null : readJson(text);
  if (answer === undefined) throw failure(provider, "sent an answer that is not understood.", true);
  // MiniMax refuses with status 200.
  const refused = (answer as { base_resp?: { status_code?: number; status_msg?: string } } | null)?.base_resp;
  if (refused?.status_code) throw failure(provider, `refused the request.${quoted(refused.status_msg ?? "", secrets)}`, false);
  return answer;
}

function refusal(provider: string, status: number, said: string): ProviderError {
  if (status === 401) return failure(provider, `refused the key. ${keyAdvice(provider)}`, false);
  if (status === 403) return failure(provider, `does not let this key do that.${said}`, false);
  if (status === 404) return failure(provider, `does not have that.${said}`, false);
  if (status === 429) return failure(provider, `has reached its limit of requests.${said}`, true);
  return failure(provider, `answered with status ${status}.${said}`, status >= 500);
}

function failure(provider: string, what: string, retryable: boolean): ProviderError {
  return new ProviderError(`${provider} ${what}`, { provider, part: "voice", retryable });
}
