import { defineNoun } from "../wire/noun.ts";

export const auditNoun = defineNoun({
  thing: "AuditEvent",
  label: "audit event",
  changes: [],
  addresses: {
    listAuditEvents: "GET /org/{id}/audit",
  },
});
