import { defineNoun } from "../wire/noun.ts";

export const doNotCallNoun = defineNoun({
  thing: "DoNotCall",
  plural: "DoNotCall",
  label: "number that is not called",
  changes: [],
  addresses: {
    listDoNotCall: "GET /do-not-call",
    addDoNotCall: "POST /do-not-call",
    removeDoNotCall: "DELETE /do-not-call/{id}",
  },
});
