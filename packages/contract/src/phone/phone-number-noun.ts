import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const phoneNumberNoun = defineNoun({
  thing: "PhoneNumber",
  label: "phone number",
  changes: ["phone-number"],
  addresses: {
    ...resourceAddresses("PhoneNumber", "/phone-number"),
    importTwilioPhoneNumber: "POST /phone-number/import/twilio",
    importVonagePhoneNumber: "POST /phone-number/import/vonage",
    listPhoneNumberPage: "GET /v2/phone-number",
    getPhoneNumberSetup: "GET /phone-number/{id}/setup own",
    connectPhoneNumber: "POST /phone-number/{id}/connect own",
  },
});
