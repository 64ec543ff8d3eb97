import { type AuthenticationPlan, isRecent } from "@callwright/contract";
import { askTokenUrl } from "../../../platform/net/ask-token-url.ts";
import type { OutsideNetwork } from "../../../platform/net/outside-network.ts";

export type OAuth2Plan = Extract<AuthenticationPlan, { type: "oauth2" }>;

export interface TokenContext {
  network: OutsideNetwork;
  now: () => Date;
  signal: AbortSignal;
}

interface AccessToken {
  value: string;
  fetchedAtMs: number;
  lifetimeMs: number;
}

/** How long a token without `expires_in` is used. */
const LIFETIME_DEFAULT_SECONDS = 300;
/** A token is renewed this long before it expires, so that it is valid when it arrives. */
const LEEWAY_MS = 30_000;
const CACHE_MAX_ENTRIES = 1_000;

/** Keyed by the network of a server, so that servers of one process do not share tokens. */
const caches = new WeakMap<OutsideNetwork, Map<string, AccessToken>>();

/**
 * The token of a credential by the client credentials grant (RFC 6749, 4.4), cached until it expires. `key` names the credential and its
 * state. `isRefused`: the cached token was refused, and another is fetched. Fails when the token URL gives none.
 */
export async function accessToken(context: TokenContext, key: string, plan: OAuth2Plan, isRefused: boolean): Promise<string> {
  const cache = caches.get(context.network) ?? new Map<string, AccessToken>();
  caches.set(context.network, cache);
  const nowMs = context.now().getTime();
  for (const [known, { fetchedAtMs, lifetimeMs }] of cache)
    if (!isRecent(fetchedAtMs, nowMs, lifetimeMs - LEEWAY_MS)) cache.delete(known);
  const cached = isRefused ? undefined : cache.get(key);
  if (cached) return cached.value;
  const { value, lifetimeSeconds } = await fetchToken(context, plan);
  if (cache.size >= CACHE_MAX_ENTRIES) cache.clear();
  cache.set(key, { value, fetchedAtMs: nowMs, lifetimeMs: lifetimeSeconds * 1000 });
  return value;
}

async function fetchToken(
  { network, signal }: TokenContext,
  { url, clientId, clientSecret, scope }: OAuth2Plan,
): Promise<{ value: string; lifetimeSeconds: number }> {
  const form = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope === undefined ? {} : { scope }),
  };
  const { status, fields } = await askTokenUrl(network, { url: new URL(url), form, signal });
  const { access_token: value, expires_in: lifetime } = fields;
  if (status !== 200 || typeof value !== "string" || value === "")
    throw new Error(`the token URL answered with status ${status} and no access_token`);
  const seconds = Number(lifetime);
  return { value, lifetimeSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : LIFETIME_DEFAULT_SECONDS };
}
