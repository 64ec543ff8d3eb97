import { defineNoun, resourceAddresses, versionAddresses } from "../wire/noun.ts";

export const workflowNoun = defineNoun({
  thing: "Workflow",
  label: "workflow",
  changes: ["workflow", "workflow-draft"],
  addresses: { ...resourceAddresses("Workflow", "/workflow"), ...versionAddresses("Workflow", "/workflow") },
});
