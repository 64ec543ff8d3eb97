/** Texts of saved views. */
export const enViews = {
  views: {
    title: "Views",
    dashboards: "Dashboards",
    save: "Save or manage…",
    name: "Name",
    nameHint: "Saves what is shown now.",
    share: "Share with the organization",
    saveAction: "Save",
    sharedBy: "shared by {{name}}",
    private: "only for you",
    copyLink: "Copy link",
    copied: "Copied",
    shareAction: "Share",
    unshare: "Stop sharing",
    replace: "Replace with what is shown",
  },
} as const;
