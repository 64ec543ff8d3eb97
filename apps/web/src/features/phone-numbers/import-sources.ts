import { ImportTwilioPhoneNumber, ImportVonagePhoneNumber, type PlatformRouteName } from "@callwright/contract";
import type { z } from "zod";
import { defineResource } from "../../resource/resource.ts";

function source(schema: z.ZodType, create: PlatformRouteName, mainFields: readonly string[]) {
  const resource = defineResource({
    name: "PhoneNumber",
    path: "phone-numbers",
    texts: "phoneNumbers",
    schema,
    routes: { create },
    mainFields,
  });
  return { resource, schema };
}

/** What a number is brought with: by provider, as the import's own form and route have it. */
export const IMPORT_SOURCES = {
  twilio: source(ImportTwilioPhoneNumber, "importTwilioPhoneNumber", ["twilioAuthToken", "assistantId"]),
  vonage: source(ImportVonagePhoneNumber, "importVonagePhoneNumber", ["assistantId"]),
};

export type ImportSource = keyof typeof IMPORT_SOURCES;
