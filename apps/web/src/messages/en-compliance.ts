/** Texts about what is stored of conversations. */
export const enCompliance = {
  compliance: {
    nothingStored: "{{rule}}: nothing that is said is stored, no recording, transcript or message.",
    nothingSaidHere:
      "This is a {{rule}} conversation. Nothing that was said is stored: no recording, transcript, tool call or message.",
  },
} as const;
