import { ApiError } from "@callwright/client";
import { SignedOutError } from "../session.ts";

/** How long until a token that could not be had is asked for again. */
const RETRY_MS = 2_000;

interface TokenSupplyOptions {
  /** A valid token, another one than the one that was rejected. */
  token: (request: { rejected: string | undefined }) => Promise<string>;
  wait: (ms: number) => Promise<void>;
  /** Nobody needs the tokens any more. */
  isOver: () => boolean;
}

/**
 * The tokens of a connection. It never fails: the client of the realtime backend would wait for ever after that. While the server cannot
 * be asked it asks again; null once nobody is signed in. When a fresh one is wanted it is never the same again, or the client would take
 * it that there are no others and let the connection expire.
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
