import { defineNoun } from "../wire/noun.ts";

export const keySetNoun = defineNoun({
  thing: "KeySet",
  label: "key set",
  changes: ["key-set"],
  addresses: {
    listKeySets: "GET /org/{id}/key-set",
    createKeySet: "POST /org/{id}/key-set",
    deleteKeySet: "DELETE /org/{id}/key-set/{keySetId}",
  },
});
