import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const templateNoun = defineNoun({
  thing: "Template",
  label: "template",
  changes: ["template"],
  addresses: {
    ...resourceAddresses("Template", "/template"),
    listPinnedTemplates: "GET /template/pinned",
  },
});
