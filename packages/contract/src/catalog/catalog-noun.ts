import { defineNoun } from "../wire/noun.ts";

export const catalogNoun = defineNoun({
  thing: "Catalog",
  plural: "Catalog",
  label: "catalog",
  changes: [],
  addresses: {
    listCatalog: "GET /catalog own",
    getOfferedNames: "GET /catalog/names own",
    listEndingUses: "GET /catalog/ending own",
  },
});
