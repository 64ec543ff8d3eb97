import type { TokenRequest } from "@callwright/client";
import { TOKEN_REFRESH_LEEWAY_SECONDS } from "@callwright/contract";

/** Keeps one token until shortly before it expires. Callers at the same moment share one fetch. */
export function createTokenCache(fetchToken: () => Promise<string>, nowMs: () => number) {
  let held: { token: string; staleAtMs: number } | undefined;
  let fetching: Promise<string> | undefined;

  const renew = async () => {
    try {
      const token = await fetchToken();
      held = { token, staleAtMs: nowMs() + tokenLifetimeMs(token) - TOKEN_REFRESH_LEEWAY_SECONDS * 1000 };
      return token;
    } finally {
      fetching = undefined;
    }
  };

  return (request: TokenRequest): Promise<string> => {
    if (held && held.token !== request.rejected && nowMs() < held.staleAtMs) return Promise.resolve(held.token);
    fetching ??= renew();
    return fetching;
  };
}

/**
 * How long a signed token lives from the moment it is received. Taken from the token's own two times, so that a wrong
 * clock in the browser does not matter. Infinity for a token without times: the server's refusal then renews it.
 */
export function tokenLifetimeMs(token: string): number {
  try {
    const payload: unknown = JSON.parse(atob((token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")));
    const { iat, exp } = payload as { iat?: number; exp?: number };
    return typeof iat === "number" && typeof exp === "number" ? (exp - iat) * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
