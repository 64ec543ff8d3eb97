import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const credentialNoun = defineNoun({
  thing: "Credential",
  label: "credential",
  changes: ["credential"],
  addresses: {
    ...resourceAddresses("Credential", "/credential"),
    checkCredential: "POST /credential/{id}/check own",
    listCredentialUses: "GET /credential/{id}/used-by own",
    createCredentialSession: "POST /credential/session",
    receiveCredentialWebhook: "POST /credential/webhook open void",
    triggerCredentialAction: "POST /credential/trigger void",
  },
});
