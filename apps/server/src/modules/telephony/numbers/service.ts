import {
  CreatePhoneNumber,
  type ImportTwilioPhoneNumber,
  type ImportVonagePhoneNumber,
  invalid,
  PHONE_NUMBER_SECRETS,
  type PhoneNumber,
  PlatformError,
  SIMULATED_NUMBERS,
} from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import { createResourceService, plainEntity, type ResourceContext } from "../../../platform/resource-kit/resource-service.ts";
import { phoneNumber } from "../tables.ts";

const stored = createResourceService<CreatePhoneNumber, PhoneNumber>({
  noun: "Phone number",
  table: phoneNumber,
  schema: CreatePhoneNumber,
  kind: "provider",
  secrets: () => PHONE_NUMBER_SECRETS,
  admit: ({ config, previous }) => {
    // A new number of the platform would need a carrier to assign it.
    if (config.provider === "vapi" && !config.number && !config.sipUri) throw new PlatformError("telephony-not-available");
    if (config.provider === "simulated" && config.number === undefined)
      throw invalid("number of a simulated number must not be removed");
    return previous?.state ?? {};
  },
  toEntity: (_context, { state: { carrierBefore: _, ...state }, ...row }) => plainEntity({ ...row, state }) as PhoneNumber,
});

/** Numbers that people call or are called from. */
export const phoneNumbers: typeof stored = {
  ...stored,
  create: async (context, caller, config) =>
    stored.create(
      context,
      caller,
      config.provider === "simulated" && config.number === undefined
        ? { ...config, number: await freeNumber(context, caller.orgId) }
        : config,
    ),
};

/** A simulated number that the organization does not have yet. */
async function freeNumber({ db }: ResourceContext, orgId: string): Promise<string> {
  const rows = await db
    .select({ number: sql<string | null>`${phoneNumber.config} ->> 'number'` })
    .from(phoneNumber)
    .where(and(eq(phoneNumber.orgId, orgId), isNull(phoneNumber.deletedAt)));
  const taken = new Set(rows.map(({ number }) => number));
  const { prefix, first, last } = SIMULATED_NUMBERS;
  for (let line = first; line <= last; line++) if (!taken.has(`${prefix}${line}`)) return `${prefix}${line}`;
  throw invalid(`number is required: all numbers from ${prefix}${first} to ${prefix}${last} are in use`);
}

export function fromTwilio({ twilioPhoneNumber, ...rest }: ImportTwilioPhoneNumber): CreatePhoneNumber {
  return { provider: "twilio", number: twilioPhoneNumber, ...rest };
}

export function fromVonage({ vonagePhoneNumber, ...rest }: ImportVonagePhoneNumber): CreatePhoneNumber {
  return { provider: "vonage", number: vonagePhoneNumber, ...rest };
}
