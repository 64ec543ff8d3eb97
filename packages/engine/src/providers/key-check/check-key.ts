import { timeLimit } from "@callwright/contract";
import { ProviderError } from "../../model/provider-error.ts";
import type { ProviderContext } from "../provider.ts";
import { orgKeyField } from "../provider-key.ts";
import { outsideProviderFetch, placeOf } from "../provider-place.ts";
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
  const { baseUrl, namedBy } = check.isApart ? { baseUrl: own, namedBy: "provider" } : placeOf(provider, own, context);
  // A server that transcribes at another address may not reach the provider's own.
  if (check.isApart && typeof check.baseUrl === "string" && context.urls[provider] !== undefined)
    return { state: "untested", message: `This server's address of ${provider} is for transcription and cannot test a key.` };
  if (key === undefined || baseUrl === undefined)
    return { state: "untested", message: `This credential of ${provider} has no key or no address to test.` };
  const send = namedBy === "operator" || context.allowPrivateAddresses ? fetch : outsideProviderFetch(provider, "model");
  try {
    const response = await send(`${baseUrl.replace(/\/+$/, "")}${check.path}`, {
      headers: check.headers(key, context),
      redirect: "error",
      signal: AbortSignal.any([signal, timeLimit(TIMEOUT_MS)]),
    });
    return resultOf(response.status, provider, quoted(await firstText(response), [key]));
  } catch (error) {
    if (error instanceof ProviderError) return { state: "failed", message: error.message };
    const { origin } = new URL(baseUrl);
    return { state: "failed", message: `${provider} could not be reached at ${origin} in ${TIMEOUT_MS / 1000} s.` };
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

async function firstText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  try {
    const { value } = await reader.read();
    return value ? new TextDecoder().decode(value) : "";
  } catch {
    return ""; // the status says enough
  } finally {
    reader.cancel().catch(() => {});
  }
}
