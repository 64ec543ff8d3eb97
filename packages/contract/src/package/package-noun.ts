import { defineNoun } from "../wire/noun.ts";

export const packageNoun = defineNoun({
  thing: "Package",
  label: "package",
  changes: [],
  addresses: {
    listPackages: "GET /packages open own",
  },
});
