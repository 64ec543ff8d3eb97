import { CreateSession, roleAtLeast, type Session } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { COST_COLUMN } from "../../resource/costs/cost-column.ts";
import { defineResource } from "../../resource/resource.ts";
import { rememberEntity } from "../../resource/resource-queries.ts";

const SessionTab = lazy(async () => ({ default: (await import("./SessionTab.tsx")).SessionTab }));

/** A written conversation. Each of its chats continues it. */
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

/** Continues the conversation, or says that it has ended. */
function SessionActions({ entity: { id, status } }: { entity: Session }) {
  const { t } = useTranslation();
  const complete = useComplete(id);
  const mayWrite = roleAtLeast(useSignedIn().org.role ?? "viewer", "editor");
  if (status === "completed" || !mayWrite) return null;
  return (
    <>
      <Button loading={complete.isPending} onClick={() => complete.mutate()}>
        {t("sessions.complete")}
      </Button>
      <Button renderRoot={(props) => <Link to="/chats/new" search={{ sessionId: id }} {...props} />}>{t("chats.goOn")}</Button>
    </>
  );
}

function useComplete(id: string) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.sessions.update({ id, body: { status: "completed" } }),
    onSuccess: (session) => {
      rememberEntity(queryClient, "sessions", session);
      notifications.show({ message: t("sessions.completed") });
    },
    meta: { failure: (reason) => t("sessions.completeFailed", { reason }) },
  });
}
