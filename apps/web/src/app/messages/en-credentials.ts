/** Texts of the screens of credentials. */
export const enCredentials = {
  credentials: {
    title: "Credentials",
    one: "credential",
    many: "credentials",
    what: "A credential is your key to a provider of models, voices, transcription, telephony or storage. Its secrets are stored encrypted and never shown again.",
    unnamed: "Unnamed credential",
    deleteLoss: "Whatever uses this provider stops working until there is another one.",
    addFor: "Add a credential of {{provider}}",
    columns: { provider: "Provider" },
    fields: {
      provider: { label: "Provider" },
      name: { label: "Name", help: "Tells two credentials of one provider apart." },
      apiKey: { label: "API key" },
      authenticationPlan: { label: "Authentication" },
      bucketPlan: { label: "Bucket", help: "Where recordings and other artifacts go." },
    },
  },
} as const;
