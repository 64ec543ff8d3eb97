import { defineNoun } from "../wire/noun.ts";

export const erasureNoun = defineNoun({
  thing: "Erasure",
  label: "erasure",
  changes: ["erasure"],
  addresses: {
    createErasure: "POST /erasure own",
    listErasures: "GET /erasure own",
    getErasure: "GET /erasure/{id} own",
    confirmErasure: "POST /erasure/{id}/confirm own",
    getErasureReport: "GET /erasure/{id}/report text/plain own",
  },
});
