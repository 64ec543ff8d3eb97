import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const squadNoun = defineNoun({
  thing: "Squad",
  label: "squad",
  changes: ["squad"],
  addresses: resourceAddresses("Squad", "/squad"),
});
