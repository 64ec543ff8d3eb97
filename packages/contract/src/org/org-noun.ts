import { defineNoun } from "../wire/noun.ts";

export const orgNoun = defineNoun({
  thing: "Org",
  label: "organization",
  changes: ["org", "member"],
  addresses: {
    listOrgs: "GET /org",
    createOrg: "POST /org",
    getOrgAuth: "GET /org/{id}/auth",
    listDeletedOrgs: "GET /org/deleted",
    getFeatureFlag: "GET /org/feature-flag",
    getOrg: "GET /org/{id}",
    updateOrg: "PATCH /org/{id}",
    deleteOrg: "DELETE /org/{id} void",
    restoreOrg: "POST /org/{id}/restore own",
    listOrgUsers: "GET /org/{id}/user",
    inviteUsers: "POST /org/{id}/invite void",
    updateUserRole: "PATCH /org/{id}/role void",
    leaveOrg: "DELETE /org/{id}/leave void",
    removeOrgMember: "DELETE /org/{id}/member/{memberId}/leave void",
  },
});
