import { defineNoun } from "../wire/noun.ts";

export const connectionNoun = defineNoun({
  thing: "Connection",
  plural: "Connection",
  label: "data source",
  changes: [],
  addresses: {
    getConnection: "GET /connection",
    saveConnection: "PUT /connection",
    deleteConnection: "DELETE /connection",
  },
});
