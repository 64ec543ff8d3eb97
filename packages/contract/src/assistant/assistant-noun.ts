import { defineNoun, resourceAddresses, versionAddresses } from "../wire/noun.ts";

export const assistantNoun = defineNoun({
  thing: "Assistant",
  label: "assistant",
  changes: ["assistant", "assistant-draft"],
  addresses: {
    ...resourceAddresses("Assistant", "/assistant"),
    createUnpublishedAssistant: "POST /assistant/draft own",
    replaceAssistant: "PUT /assistant/{id}",
    ...versionAddresses("Assistant", "/assistant"),
    listAssistantVersions: "GET /assistant/{id}/version",
    getPublishGate: "GET /assistant/{id}/publish-gate own",
    setPublishGate: "PUT /assistant/{id}/publish-gate own",
    deletePublishGate: "DELETE /assistant/{id}/publish-gate own",
    listAssistantPages: "GET /v2/assistant",
  },
});
