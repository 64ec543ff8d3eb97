/** Texts about what is stored of conversations. */
export const enCompliance = {
  compliance: {
    nothingStored: "{{rule}}: nothing that is said is stored, no recording, transcript or message.",
    nothingSaidHere:
      "This is a {{rule}} conversation. Nothing that was said is stored: no recording, transcript, tool call or message.",
  },
} as const;

/** Of the assistant's Advanced tab. */
export const complianceFields = {
  compliancePlan: {
    hipaaEnabled: {
      label: "HIPAA",
      hint: "Stores no recording, transcript, event with words, video or message body. The end-of-call report is sent once, from memory. Chats have no sessions.",
    },
    pciEnabled: {
      label: "PCI",
      hint: "Stores the same as HIPAA: times, costs and how the call ended. No structured output is kept.",
    },
    redactionPlan: {
      enabled: {
        label: "Redact numbers and addresses",
        hint: "Replaces card numbers, social security numbers, e-mail addresses and phone numbers before anything is stored or sent to servers. The running conversation has the true words. Recordings stay as they are.",
      },
    },
    securityFilterPlan: {
      enabled: {
        label: "Security filter",
        hint: "Takes attacks out of what callers say and write before the model and tools read it. The transcript names the filter.",
      },
    },
  },
} as const;
