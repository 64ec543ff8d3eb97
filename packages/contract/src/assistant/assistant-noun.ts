import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const assistantNoun = defineNoun({
  thing: "Assistant",
  label: "assistant",
  changes: ["assistant", "assistant-draft"],
  addresses: {
    ...resourceAddresses("Assistant", "/assistant"),
    createUnpublishedAssistant: "POST /assistant/draft own",
    replaceAssistant: "PUT /assistant/{id}",
    getAssistantDraft: "GET /assistant/{id}/draft own",
    saveAssistantDraft: "PATCH /assistant/{id}/draft own",
    replaceAssistantDraft: "PUT /assistant/{id}/draft own",
    discardAssistantDraft: "DELETE /assistant/{id}/draft own",
    listOtherDrafts: "GET /assistant/{id}/draft/others own",
    publishAssistantDraft: "POST /assistant/{id}/publish own",
    getPublishGate: "GET /assistant/{id}/publish-gate own",
    setPublishGate: "PUT /assistant/{id}/publish-gate own",
    deletePublishGate: "DELETE /assistant/{id}/publish-gate own",
    listAssistantVersions: "GET /assistant/{id}/version",
    listAssistantPages: "GET /v2/assistant",
  },
});
