import { timeLimit } from "@callwright/contract";
import { ProviderError } from "../../model/provider-error.ts";
import { boundedFetch } from "../bounded-fetch.ts";
import { outsideProviderFetch } from "../outside-provider-fetch.ts";
import type { PartName, ProviderContext } from "../provider.ts";
import { findKey, orgKeyField } from "../provider-key.ts";
import { NAME_LISTS } from "./name-lists.ts";

/** What a provider lists. */
export interface ListedNames {
  /** `unlisted`: it has no list, or none that is read here. */
  state: "read" | "needs-credential" | "unlisted" | "failed";
  /** In alphabetical order. */
  names: readonly string[];
  /** Why there are none. */
  message?: string;
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 4 * 1024 * 1024;
const NAMES_MAX = 1_000;
const ADVICE = "The server's operator can allow it: ALLOW_PRIVATE_ADDRESSES=true.";

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
  // Another address than the provider's own is for sound alone, and the key must not go to the provider's.
  if (!list || (list.from.isApart && context.urls[provider] !== undefined)) return none("unlisted");
  const key = findKey(context, provider);
  if (key === undefined) return none("needs-credential");
  const ofOperator = context.urls[provider];
  const ofCredential = list.from.isApart ? undefined : orgKeyField(context, provider, "apiUrl");
  const baseUrl = (ofOperator ?? ofCredential ?? list.from.baseUrl).replace(/\/+$/, "");
  const send = ofOperator !== undefined || context.allowPrivateAddresses ? fetch : outsideProviderFetch(provider, part, ADVICE);
  try {
    const response = await boundedFetch(send, MAX_BYTES)(`${baseUrl}${list.path}`, {
      headers: list.from.headers(key, context),
      redirect: "error",
      signal: AbortSignal.any([signal, timeLimit(TIMEOUT_MS)]),
    });
    if (!response.ok) return none("failed", `${provider} answered with status ${response.status}.`);
    const names = list.read(await response.json());
    return { state: "read", names: [...new Set(names)].sort().slice(0, NAMES_MAX) };
  } catch (error) {
    if (error instanceof ProviderError) return none("failed", error.message);
    return none("failed", `${provider} did not list its models at ${new URL(baseUrl).origin} in ${TIMEOUT_MS / 1000} s.`);
  }
}
