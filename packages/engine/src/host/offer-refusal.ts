import { PlatformError } from "@callwright/contract";
import type { OfferFault } from "../media/media-transport.ts";
import { OFFERS_PER_MINUTE, type OfferRate } from "./offer-rate.ts";

/** Fails with `rate-limited`. */
export function requireOfferRate(offers: OfferRate | undefined): void {
  const retryAfterSeconds = offers?.take() ?? 0;
  if (retryAfterSeconds === 0) return;
  const parts = { limit: OFFERS_PER_MINUTE, what: "connections", scope: "to this call", retryAfterSeconds };
  throw new PlatformError("rate-limited", parts);
}

export function explainOfferFailure(fault: OfferFault, message: string): PlatformError {
  switch (fault) {
    case "offer":
      return new PlatformError("validation-failed", {}, { problems: [`sdp ${message}`] });
    case "host":
      return new PlatformError("call-host-unavailable", { detail: message });
    case "ended":
      return new PlatformError("call-not-joinable");
    case "taken-over":
      return new PlatformError("call-taken-over");
    default:
      return fault satisfies never;
  }
}
