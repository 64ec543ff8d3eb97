import { CreateSquad } from "@callwright/contract";
import { defineResource } from "../../resource/resource.ts";

/** Several assistants that pass one conversation on to each other. */
export const squadResource = defineResource({
  name: "Squad",
  path: "squads",
  texts: "squads",
  schema: CreateSquad,
  columns: [
    {
      id: "members",
      text: ({ members }, t) => t("squads.memberCount", { count: members.length }),
      order: ({ members }) => members.length,
      width: "180px",
    },
  ],
  mainFields: ["name", "members.assistantId"],
});
