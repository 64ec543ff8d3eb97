import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const knowledgeBaseNoun = defineNoun({
  thing: "KnowledgeBase",
  label: "knowledge base",
  changes: ["knowledge-base"],
  addresses: {
    ...resourceAddresses("KnowledgeBase", "/knowledge-base"),
    readWebsites: "POST /knowledge-base/{id}/websites/read own",
    searchKnowledgeBase: "POST /knowledge-base/{id}/search own",
  },
});
