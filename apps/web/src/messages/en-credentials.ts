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
    tabs: { use: "Test and use" },
    fields: {
      provider: { label: "Provider" },
      name: { label: "Name", help: "Tells several credentials of one provider apart." },
      apiKey: { label: "API key" },
      authenticationPlan: { label: "Authentication" },
      bucketPlan: { label: "Bucket", help: "Where recordings and other artifacts are stored." },
    },
  },
  credentialUse: {
    test: "Test this key",
    testHint: "Asks {{provider}} whether it accepts the saved key. It costs nothing.",
    notAllowed: "Only admins test keys.",
    elsewhere: "Another server does not test its keys.",
    states: {
      works: "The key works",
      refused: "The key is refused",
      limited: "The key works, and its limit is reached",
      failed: "The key could not be tested",
      untested: "This key cannot be tested",
    },
    usedBy: "Used by",
    usedByHint: "These name this credential. All others use the newest credential of {{provider}}.",
    none: "Nothing names this credential.",
  },
  uses: {
    loadFailed: "The list could not be loaded: {{reason}}",
    unnamed: "Unnamed",
    kinds: {
      assistant: "Assistant",
      squad: "Squad",
      workflow: "Workflow",
      tool: "Tool",
      "phone-number": "Phone number",
    },
  },
} as const;
