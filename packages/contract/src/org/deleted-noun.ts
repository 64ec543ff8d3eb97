import { defineNoun } from "../wire/noun.ts";

export const deletedNoun = defineNoun({
  thing: "DeletedItem",
  label: "deleted item",
  changes: [],
  addresses: {
    listDeletedItems: "GET /deleted-item own",
  },
});
