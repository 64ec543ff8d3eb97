import { CreateSquad } from "@callwright/contract";
import { lazy } from "react";
import { ShareAction } from "../../resource/page/ShareAction.tsx";
import { defineResource } from "../../resource/resource.ts";

const SquadCanvas = lazy(async () => ({ default: (await import("./canvas/SquadCanvas.tsx")).SquadCanvas }));
const SquadTemplates = lazy(async () => ({ default: (await import("./SquadTemplates.tsx")).SquadTemplates }));

/** Several assistants that pass one conversation on to each other. */
export const squadResource = defineResource({
  name: "Squad",
  path: "squads",
  texts: "squads",
  schema: CreateSquad,
  versions: "squads",
  columns: [
    {
      id: "members",
      text: ({ members }, t) => t("squads.memberCount", { count: members.length }),
      order: ({ members }) => members.length,
      width: "180px",
    },
  ],
  actions: ShareAction,
  canvas: SquadCanvas,
  listActions: SquadTemplates,
  mainFields: ["name", "members.assistantId"],
});
