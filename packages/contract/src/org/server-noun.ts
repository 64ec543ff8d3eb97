import { defineNoun } from "../wire/noun.ts";

export const serverNoun = defineNoun({
  thing: "Server",
  plural: "Server",
  label: "server",
  changes: [],
  addresses: {
    getServerStatus: "GET /server-status open",
  },
});
