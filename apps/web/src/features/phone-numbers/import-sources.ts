import {
  type CarrierProvider,
  ImportKeyedPhoneNumber,
  ImportTwilioPhoneNumber,
  ImportVonagePhoneNumber,
  type PlatformRouteName,
} from "@callwright/contract";
import type { z } from "zod";
import { defineResource } from "../../resource/resource.ts";

/** `fixed`: fields that the form does not ask for. */
function source(schema: z.ZodType, create: PlatformRouteName, mainFields: readonly string[], fixed: object = {}) {
  const resource = defineResource({
    name: "PhoneNumber",
    path: "phone-numbers",
    texts: "phoneNumbers",
    schema,
    routes: { create },
    mainFields,
  });
  return { resource, schema, fixed };
}

/** The form and route of an import, by provider. */
export const IMPORT_SOURCES = {
  twilio: source(ImportTwilioPhoneNumber, "importTwilioPhoneNumber", ["twilioAuthToken", "assistantId"]),
  telnyx: source(ImportKeyedPhoneNumber, "createPhoneNumber", ["credentialId", "assistantId"], { provider: "telnyx" }),
  vonage: source(ImportVonagePhoneNumber, "importVonagePhoneNumber", ["credentialId", "assistantId"]),
} satisfies Record<CarrierProvider, ReturnType<typeof source>>;
