/** Texts of the tab with an assistant's published versions. */
export const enVersions = {
  versions: {
    list: "Published versions",
    empty: "No published versions yet",
    emptyBody: "Publish the draft to create version 1.",
    version: "Version",
    published: "Published",
    live: "live",
    loadFailed: "The versions could not be loaded: {{reason}}",
    more: "Show older versions",
    compare: "Compare",
    compareNamed: "Compare {{version}} with the previous version",
    from: "From",
    to: "To",
    differences: "From {{from}} to {{to}}",
    same: "{{from}} and {{to}} have the same settings.",
    restore: "Restore…",
    restoreNamed: "Restore {{version}}…",
    restoreTitle: "Restore {{version}}?",
    restoreBody:
      "Its settings are published as the next version, and new calls use them immediately. Other versions and unpublished drafts stay.",
    restoreSame: "{{version}} has the same settings as the live version.",
    restoreConfirm: "Restore and publish",
    restoreFailed: "The version could not be restored: {{reason}}",
    restored: "{{version}} is live, with the settings of {{restored}}",
  },
} as const;
