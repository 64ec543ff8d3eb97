import {
  CreatePhoneNumber,
  type ImportTwilioPhoneNumber,
  type ImportVonagePhoneNumber,
  PHONE_NUMBER_SECRETS,
  type PhoneNumber,
  PlatformError,
} from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import { phoneNumber } from "../../db/schema.ts";
import { requireReferences } from "../../resource-kit/references.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** Numbers that people call or are called from. */
export const phoneNumbers = createResourceService<CreatePhoneNumber, PhoneNumber>({
  noun: "Phone number",
  table: phoneNumber,
  schema: CreatePhoneNumber,
  kind: "provider",
  secrets: () => PHONE_NUMBER_SECRETS,
  admit: async ({ context, caller, config, previous }) => {
    // A number of the platform's own would have to be assigned by a carrier.
    if (config.provider === "vapi" && !config.number && !config.sipUri) throw new PlatformError("telephony-not-available");
    await requireReferences(context.db, caller.orgId, [
      { field: "assistantId", what: "assistant", id: config.assistantId },
      { field: "squadId", what: "squad", id: config.squadId },
      { field: "workflowId", what: "workflow", id: config.workflowId },
      { field: "credentialId", what: "credential", id: "credentialId" in config ? config.credentialId : undefined },
    ]);
    return previous?.state ?? {};
  },
});

export function fromTwilio({ twilioPhoneNumber, ...rest }: ImportTwilioPhoneNumber): CreatePhoneNumber {
  return { provider: "twilio", number: twilioPhoneNumber, ...rest };
}

export function fromVonage({ vonagePhoneNumber, ...rest }: ImportVonagePhoneNumber): CreatePhoneNumber {
  return { provider: "vonage", number: vonagePhoneNumber, ...rest };
}

/** Rows with this text in their name, number or SIP address, in any case. */
export function hasText(text: string): SQL {
  const { config } = phoneNumber;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`concat_ws(' ', ${config} ->> 'name', ${config} ->> 'number', ${config} ->> 'sipUri') ilike ${pattern}`;
}
