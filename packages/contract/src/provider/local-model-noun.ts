import { defineNoun } from "../wire/noun.ts";

export const localModelNoun = defineNoun({
  thing: "LocalModel",
  label: "local model",
  changes: [],
  addresses: {
    listLocalModels: "GET /local-model own",
  },
});
