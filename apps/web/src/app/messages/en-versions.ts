/** Texts of the tab with an assistant's published versions. */
export const enVersions = {
  versions: {
    list: "Published versions",
    version: "Version",
    published: "Published",
    live: "live",
    loadFailed: "The versions could not be loaded: {{reason}}",
    more: "Show older versions",
    compare: "Compare",
    compareNamed: "Compare {{version}} with the one before",
    from: "From",
    to: "To",
    differences: "From {{from}} to {{to}}",
    same: "{{from}} and {{to}} have the same settings.",
    restore: "Restore…",
    restoreNamed: "Restore {{version}}…",
    restoreTitle: "Restore {{version}}?",
    restoreBody:
      "Its settings are published as the next version, and new calls use them at once. Versions in between stay, and so does an unpublished draft.",
    restoreSame: "{{version}} has the same settings as what is live.",
    restoreConfirm: "Restore and publish",
    restoreFailed: "The version could not be restored: {{reason}}",
    restored: "{{version}} is live, with the settings of {{restored}}",
  },
} as const;
