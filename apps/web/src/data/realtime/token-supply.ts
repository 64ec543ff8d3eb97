import { ApiError } from "@callwright/client";
import { SignedOutError } from "../session.ts";

/** Delay before a failed token request is retried. */
const RETRY_MS = 2_000;

interface TokenSupplyOptions {
  /** A valid token, different from the rejected one. */
  token: (request: { rejected: string | undefined }) => Promise<string>;
  wait: (ms: number) => Promise<void>;
  /** The connection was closed. */
  isOver: () => boolean;
}

/**
 * The tokens of a connection. It never fails, because the realtime client would then wait forever: it retries while the server cannot be
 * reached, and returns null once the user is signed out. A forced refresh never returns the same token, or the client would let the
 * connection expire.
 */
export function createTokenSupply({ token, wait, isOver }: TokenSupplyOptions) {
  let last: string | undefined;
  return async ({ forceRefreshToken }: { forceRefreshToken: boolean }): Promise<string | null> => {
    while (!isOver()) {
      const next = await token({ rejected: forceRefreshToken ? last : undefined }).catch((error: unknown) => {
        if (isFinal(error)) return null;
      });
      if (next === null) return null;
      if (next !== undefined && !(forceRefreshToken && next === last)) {
        last = next;
        return next;
      }
      await wait(RETRY_MS);
    }
    return null;
  };
}

function isFinal(error: unknown): boolean {
  return error instanceof SignedOutError || (error instanceof ApiError && [401, 403, 404].includes(error.status));
}
