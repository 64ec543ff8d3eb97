import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const workflowNoun = defineNoun({
  thing: "Workflow",
  label: "workflow",
  changes: ["workflow"],
  addresses: resourceAddresses("Workflow", "/workflow"),
});
