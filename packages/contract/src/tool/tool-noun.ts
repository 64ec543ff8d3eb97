import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const toolNoun = defineNoun({
  thing: "Tool",
  label: "tool",
  changes: ["tool"],
  addresses: {
    ...resourceAddresses("Tool", "/tool"),
    listToolRuns: "GET /tool/{id}/run own",
    listToolUses: "GET /tool/{id}/used-by own",
  },
});
