import { readJson } from "@callwright/contract";
import { ProviderError } from "../../model/provider-error.ts";
import type { PartName, ProviderContext } from "../provider.ts";
import { findKey } from "../provider-key.ts";
import { isOutside, placeOf } from "../provider-place.ts";
import { askProvider, isSuccess } from "../provider-request.ts";
import { NAME_LISTS } from "./name-lists.ts";

/** What a provider lists. */
export interface ListedNames {
  /** `unlisted`: it has no list, or none that is supported here. */
  state: "read" | "needs-credential" | "unlisted" | "failed";
  /** In alphabetical order. */
  names: readonly string[];
  /** Why there are no names. */
  message?: string;
}

const TIMEOUT_MS = 8_000;
const NAMES_MAX = 1_000;

/**
 * Asks a provider for the names of its models, of those that a part can be, with the organization's key, else with the server's. Never fails. The key
 * is in no message.
 */
export async function listProviderNames(
  part: PartName,
  provider: string,
  context: ProviderContext,
  signal: AbortSignal,
): Promise<ListedNames> {
  const none = (state: Exclude<ListedNames["state"], "read">, message?: string): ListedNames => ({
    state,
    names: [],
    ...(message !== undefined && { message }),
  });
  const list = NAME_LISTS[part][provider];
  // An address that is only for sound differs from the provider's own, and its key must not be sent to the provider.
  if (!list || (list.from.isApart && context.urls[provider] !== undefined)) return none("unlisted");
  const key = findKey(context, provider);
  if (key === undefined) return none("needs-credential");
  const { isApart, baseUrl: own } = list.from;
  const { baseUrl, namedBy } = isApart ? { baseUrl: own, namedBy: "provider" as const } : placeOf(provider, own, context);
  const asked = { provider, part, isOutside: isOutside(namedBy, context) };
  try {
    const headers = list.from.headers(key, context);
    const { status, text } = await askProvider(asked, { url: `${baseUrl}${list.path}`, headers, timeoutMs: TIMEOUT_MS, signal });
    if (!isSuccess(status)) return none("failed", `${provider} answered with status ${status}.`);
    const answer = readJson(text);
    if (answer === undefined) return none("failed", `${provider} sent an answer that is not understood.`);
    return { state: "read", names: [...new Set(list.read(answer))].sort().slice(0, NAMES_MAX) };
  } catch (error) {
    return none("failed", error instanceof ProviderError ? error.message : `${provider} did not list its models.`);
  }
}
