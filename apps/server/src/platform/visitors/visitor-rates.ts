import { PlatformError } from "@callwright/contract";
import type { Config } from "../config/config.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";

/** What a visitor starts: a call, or an answer in a chat. */
export type VisitorAction = "call" | "message";

/** A visitor's data for the limits. */
export interface Visitor {
  tokenId: string;
  /** See `hashVisitorAddress`. */
  addressHash: string;
}

type RateConfig = Pick<
  Config,
  "publicTokenCallsPerMinute" | "publicTokenMessagesPerMinute" | "visitorCallsPerMinute" | "visitorMessagesPerMinute"
>;

/** How often visitors may start something. Counted in this process: with several nodes each allows as much. */
export function createVisitorRates(config: RateConfig, now: () => Date) {
  const limit = (perMinute: number, scope: string) => ({
    perMinute,
    scope,
    rate: createRateLimit({ perMinute, nowMs: () => now().getTime() }),
  });
  const limits = {
    call: {
      what: "calls",
      byToken: limit(config.publicTokenCallsPerMinute, "with this token"),
      byAddress: limit(config.visitorCallsPerMinute, "from your address"),
    },
    message: {
      what: "messages",
      byToken: limit(config.publicTokenMessagesPerMinute, "with this token"),
      byAddress: limit(config.visitorMessagesPerMinute, "from your address"),
    },
  };

  return {
    /** Counts one start, for the token and for the address. Fails with `rate-limited`, and then counts nothing. */
    take(action: VisitorAction, { tokenId, addressHash }: Visitor): void {
      const { what, byToken, byAddress } = limits[action];
      // By token as well: what visitors of one page do must not shut the same visitors out of another.
      const address = `${tokenId} ${addressHash}`;
      requireRate(byAddress, address, what);
      requireRate(byToken, tokenId, what);
      byAddress.rate.take(address);
      byToken.rate.take(tokenId);
    },
  };
}
export type VisitorRates = ReturnType<typeof createVisitorRates>;

function requireRate(limit: { perMinute: number; scope: string; rate: RateLimit }, key: string, what: string): void {
  const waitSeconds = limit.rate.waitSeconds(key);
  if (waitSeconds <= 0) return;
  const retryAfterSeconds = Math.ceil(waitSeconds);
  throw new PlatformError("rate-limited", { limit: limit.perMinute, what, scope: limit.scope, retryAfterSeconds });
}
