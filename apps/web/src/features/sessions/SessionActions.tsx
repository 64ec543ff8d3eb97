import { roleAtLeast, type Session } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../data/services.tsx";
import { rememberEntity } from "../../resource/resource-queries.ts";

/** On with the conversation, or its end. */
export function SessionActions({ entity: { id, status } }: { entity: Session }) {
  const { t } = useTranslation();
  const session = useSession();
  const complete = useComplete(id);
  const mayWrite = session.kind === "signed-in" && roleAtLeast(session.org.role ?? "viewer", "editor");
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
    mutationFn: () => client.updateSession({ id, body: { status: "completed" } }),
    onSuccess: (session) => {
      rememberEntity(queryClient, "sessions", session);
      notifications.show({ message: t("sessions.completed") });
    },
    onError: ({ message }) => notifications.show({ color: "red", message: t("sessions.completeFailed", { reason: message }) }),
  });
}
