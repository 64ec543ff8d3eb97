import { invalid, type PhoneNumber, PlatformError } from "@callwright/contract";
import { findOrg } from "../../platform/auth/stores/orgs.ts";
import type { Config } from "../../platform/config/config.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { createRateLimit, type RateLimit } from "../../platform/visitors/rate-limit.ts";
import type { PhoneLine } from "./phone-line.ts";
import { isSipAddress, numberOf, readSipAddress } from "./sip-address.ts";

type Context = Pick<ServerContext, "db" | "now"> & {
  config: Pick<Config, "phoneCallsPerMinute" | "phoneNumberCallsPerMinute">;
};

/** Numbers whose callers pay more than for a telephone, often to the number's owner. */
const PAID_TYPES: ReadonlySet<string | undefined> = new Set(["PREMIUM_RATE", "SHARED_COST", "PERSONAL_NUMBER", "PAGER"]);

/**
 * What keeps a stolen token from calling expensive numbers, or from writing to them: countries, paid numbers, and calls or text messages a minute.
 * Rates are counted in this process: with several nodes each allows as much.
 */
export function createDialLimits(
  { db, now, config }: Context,
  what: "calls" | "text messages" = "calls",
): Pick<PhoneLine, "admit"> {
  const rateOf = (perMinute: number) => createRateLimit({ perMinute, nowMs: () => now().getTime() });
  const ofOrg = rateOf(config.phoneCallsPerMinute);
  const ofNumber = rateOf(config.phoneNumberCallsPerMinute);

  return {
    async admit(orgId, from, to, isLater) {
      const { outboundCountries, outboundSipHosts } = (await findOrg(db, orgId))?.fields ?? {};
      if (isSipAddress(to)) requireSipHost(to, outboundSipHosts);
      const number = numberOf(to);
      if (number !== undefined) await requireDialable(from, number, outboundCountries);
      if (isLater) return;
      requireRate(ofOrg, orgId, { limit: config.phoneCallsPerMinute, what, scope: "of this organization" });
      requireRate(ofNumber, from.id, { limit: config.phoneNumberCallsPerMinute, what, scope: "of this phone number" });
      ofOrg.take(orgId);
      ofNumber.take(from.id);
    },
  };
}

async function requireDialable(from: PhoneNumber, to: string, chosen: readonly string[] | undefined): Promise<void> {
  const { parsePhoneNumberFromString: parse } = await import("libphonenumber-js/max");
  const called = parse(to);
  // Anybody can enter any number for their own trunk.
  const own = from.provider === "byo-phone-number" ? undefined : parse(from.number ?? "")?.country;
  const countries = chosen ?? (own === undefined ? [] : [own]);
  if (called?.country === undefined)
    throw invalid(`customer.number ${to} is in no known country. Carriers take numbers like +14155550123`);
  if (!countries.includes(called.country))
    throw invalid(
      `customer.number is in ${called.country}, and this organization calls ${countries.join(", ") || "no countries"}. An admin can allow more (outboundCountries of the organization)`,
    );
  if (PAID_TYPES.has(called.getType())) throw invalid("customer.number is a paid service, which this server does not call");
}

/** Without an allow list, calls to a SIP host could reach any destination, at someone's expense. */
function requireSipHost(to: string, allowed: readonly string[] = []): void {
  const { host } = readSipAddress(to);
  if (!allowed.some((each) => each.toLowerCase() === host))
    throw invalid(
      `customer.sipUri has the host ${host}, and this organization calls ${allowed.join(", ") || "no SIP hosts"}. An admin can allow it (outboundSipHosts of the organization)`,
    );
}

function requireRate(rate: RateLimit, key: string, told: { limit: number; what: string; scope: string }): void {
  const waitSeconds = rate.waitSeconds(key);
  if (waitSeconds <= 0) return;
  throw new PlatformError("rate-limited", { ...told, retryAfterSeconds: Math.ceil(waitSeconds) });
}
