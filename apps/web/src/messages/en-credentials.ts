/** Texts of the screens of credentials. */
export const enCredentials = {
  credentials: {
    title: "Credentials",
    one: "credential",
    many: "credentials",
    what: "A credential is your key for a provider. Its secrets are stored encrypted and never shown again.",
    unnamed: "Unnamed credential",
    deleteLoss: "Everything that uses this provider stops working until you add another one.",
    addFor: "Add a credential for {{provider}}",
    columns: { provider: "Provider" },
    fields: {
      provider: { label: "Provider" },
      name: { label: "Name", help: "Tells several credentials of one provider apart." },
      apiKey: { label: "API key" },
      authenticationPlan: { label: "Authentication" },
      bucketPlan: { label: "Bucket", help: "Where recordings and other artifacts are stored." },
    },
  },
} as const;
