import { CreateSession } from "@callwright/contract";
import { lazy } from "react";
import { COST_COLUMN } from "../../resource/costs/cost-column.ts";
import { defineResource } from "../../resource/resource.ts";
import { SessionActions } from "./SessionActions.tsx";

const SessionTab = lazy(async () => ({ default: (await import("./SessionTab.tsx")).SessionTab }));

/** A conversation in writing, which its chats go on with. */
export const sessionResource = defineResource({
  name: "Session",
  path: "sessions",
  texts: "sessions",
  schema: CreateSession,
  mainFields: ["assistantId", "expirationSeconds"],
  columns: [
    {
      id: "messages",
      text: ({ messages = [] }, t) => t("sessions.messageCount", { count: messages.length }),
      order: ({ messages = [] }) => messages.length,
      width: "150px",
    },
    { id: "status", text: ({ status = "active" }, t) => t(`sessions.statuses.${status}`), width: "130px" },
    COST_COLUMN,
  ],
  filters: ["assistantId"],
  tabs: [{ id: "conversation", component: SessionTab, isFirst: true }],
  actions: SessionActions,
});
