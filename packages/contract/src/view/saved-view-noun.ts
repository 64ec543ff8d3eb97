import { defineNoun } from "../wire/noun.ts";

export const savedViewNoun = defineNoun({
  thing: "SavedView",
  label: "saved view",
  changes: ["saved-view"],
  addresses: {
    listSavedViews: "GET /saved-view",
    createSavedView: "POST /saved-view",
    getSavedView: "GET /saved-view/{id}",
    updateSavedView: "PATCH /saved-view/{id}",
    deleteSavedView: "DELETE /saved-view/{id}",
  },
});

/** Screens whose state can be saved. `dashboards`: charts of analytics. */
export const SAVED_SCREENS = ["assistants", "calls", "chats", "sessions", "dashboards"] as const;
export type SavedScreen = (typeof SAVED_SCREENS)[number];
