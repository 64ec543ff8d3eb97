import {
  CreatePhoneNumber,
  type ImportTwilioPhoneNumber,
  type ImportVonagePhoneNumber,
  PHONE_NUMBER_SECRETS,
  type PhoneNumber,
  PlatformError,
} from "@callwright/contract";
import { phoneNumber } from "../../db/schema/platform.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** Numbers that people call or are called from. */
export const phoneNumbers = createResourceService<CreatePhoneNumber, PhoneNumber>({
  noun: "Phone number",
  table: phoneNumber,
  schema: CreatePhoneNumber,
  kind: "provider",
  secrets: () => PHONE_NUMBER_SECRETS,
  admit: ({ config, previous }) => {
    // A number of the platform's own would have to be assigned by a carrier.
    if (config.provider === "vapi" && !config.number && !config.sipUri) throw new PlatformError("telephony-not-available");
    return previous?.state ?? {};
  },
});

export function fromTwilio({ twilioPhoneNumber, ...rest }: ImportTwilioPhoneNumber): CreatePhoneNumber {
  return { provider: "twilio", number: twilioPhoneNumber, ...rest };
}

export function fromVonage({ vonagePhoneNumber, ...rest }: ImportVonagePhoneNumber): CreatePhoneNumber {
  return { provider: "vonage", number: vonagePhoneNumber, ...rest };
}
