import { defineNoun } from "../wire/noun.ts";

export const invitationNoun = defineNoun({
  thing: "Invitation",
  label: "invitation",
  changes: ["invitation"],
  addresses: {
    listInvitations: "GET /org/{id}/invitations/pending",
    withdrawInvitation: "DELETE /org/{id}/invitations/{invitationId}",
    resendInvitation: "POST /org/{id}/invitations/{invitationId}/resend",
    getInvitation: "GET /invitation/{id} open",
    acceptInvitation: "POST /invitation/{id}/accept",
  },
});
