/** Texts of names that providers end. */
export const enCatalog = {
  catalog: {
    ends: "{{provider}} ends {{name}} on {{date}}.",
    hasEnded: "{{provider}} ended {{name}} on {{date}}: calls with it fail.",
    successor: "Use {{successor}} instead.",
    chooseAnother: "Choose another one.",
    otherVoice: "Use a voice of {{provider}} instead.",
    localVoice: "Use a voice of Callwright instead: it needs no key.",
    showChange: "Show the change",
    changeTitle: "Replace {{name}}",
    change: "Replace",
    endingTitle: "Ended, or ending soon",
    more_one: "{{count}} more.",
    more_other: "{{count}} more.",
  },
};
