/** Texts of names that providers end. */
export const enCatalog = {
  catalog: {
    ends: "{{provider}} ends {{name}} on {{date}}.",
    hasEnded: "{{provider}} ended {{name}} on {{date}}: calls with it fail.",
    successor: "Use {{successor}} instead.",
    chooseAnother: "Choose another one.",
    showChange: "Show the change",
    changeTitle: "Replace {{name}}",
    change: "Change the draft",
    endingTitle: "Ended, or ending soon",
    more_one: "{{count}} more.",
    more_other: "{{count}} more.",
  },
};
