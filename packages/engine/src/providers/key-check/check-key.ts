import { ProviderError } from "../../model/provider-error.ts";
import type { ProviderContext } from "../provider.ts";
import { orgKeyField } from "../provider-key.ts";
import { isOutside, placeOf } from "../provider-place.ts";
import { askProvider } from "../provider-request.ts";
import { quoted } from "../status-failure.ts";
import { KEY_CHECKS } from "./key-checks.ts";

/** A provider's answer about a key, with a sentence about it. */
export interface KeyResult {
  state: "works" | "refused" | "limited" | "failed" | "untested";
  message: string;
}

const TIMEOUT_MS = 8_000;

/**
 * Asks a provider, with a free request, whether the key of the organization's credential is valid. Never fails. No message contains the key.
 * Redirects are not followed.
 */
export async function checkKey(provider: string, context: ProviderContext, signal: AbortSignal): Promise<KeyResult> {
  const check = KEY_CHECKS[provider];
  if (!check) return { state: "untested", message: `${provider} has no free request that tests a key.` };
  const key = orgKeyField(context, provider, check.keyField ?? "apiKey");
  const own = typeof check.baseUrl === "string" ? check.baseUrl : check.baseUrl(context);
  const { baseUrl, namedBy } = check.isApart ? { baseUrl: own, namedBy: "provider" as const } : placeOf(provider, own, context);
  // A server that transcribes at another address may not reach the provider's own.
  if (check.isApart && typeof check.baseUrl === "string" && context.urls[provider] !== undefined)
    return { state: "untested", message: `This server's address of ${provider} is for transcription and cannot test a key.` };
  if (key === undefined || baseUrl === undefined)
    return { state: "untested", message: `This credential of ${provider} has no key or no address to test.` };
  const asked = { provider, part: "model", isOutside: isOutside(namedBy, context) } as const;
  try {
    const url = `${baseUrl.replace(/\/+$/, "")}${check.path}`;
    const { status, text } = await askProvider(asked, {
      url,
      headers: check.headers(key, context),
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return resultOf(status, provider, quoted(text, [key]));
  } catch (error) {
    return { state: "failed", message: error instanceof ProviderError ? error.message : `${provider} was not asked.` };
  }
}

function resultOf(status: number, provider: string, said: string): KeyResult {
  if (status < 300) return { state: "works", message: `${provider} accepts the key.` };
  // ElevenLabs and OpenAI know the key, which may not ask this.
  if ((status === 401 || status === 403) && /missing_permissions|missing scopes/i.test(said))
    return { state: "works", message: `${provider} knows the key. What it may do shows in a call.${said}` };
  // Google answers a wrong key with 400.
  if (status === 401 || (status === 400 && /api key not valid/i.test(said)))
    return { state: "refused", message: `${provider} refuses the key.${said}` };
  if (status === 403) return { state: "refused", message: `${provider} does not let this key do that.${said}` };
  if (status === 402 || status === 429)
    return { state: "limited", message: `${provider} accepts the key, and its limit is reached.${said}` };
  return { state: "failed", message: `${provider} answered with status ${status}.${said}` };
}
