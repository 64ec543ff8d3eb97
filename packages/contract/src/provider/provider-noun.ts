import { defineNoun } from "../wire/noun.ts";

export const providerNoun = defineNoun({
  thing: "Provider",
  label: "provider",
  changes: [],
  addresses: {
    listProviderWorkflows: "GET /{provider}/workflows",
    listProviderWorkflowHooks: "GET /{provider}/workflows/{workflowId}/hooks",
    listProviderLocations: "GET /{provider}/locations",
    searchProviderVoices: "GET /{provider}/voices/search",
    searchProviderVoice: "GET /{provider}/voice/search",
    addProviderVoices: "POST /{provider}/voices/add",
    addProviderVoice: "POST /{provider}/voice/add",
    cloneElevenLabsVoice: "POST /11labs/voice/clone form void",
  },
});
