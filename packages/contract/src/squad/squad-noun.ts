import { defineNoun, resourceAddresses, versionAddresses } from "../wire/noun.ts";

export const squadNoun = defineNoun({
  thing: "Squad",
  label: "squad",
  changes: ["squad", "squad-draft"],
  addresses: { ...resourceAddresses("Squad", "/squad"), ...versionAddresses("Squad", "/squad") },
});
