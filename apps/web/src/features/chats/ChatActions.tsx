import type { Chat } from "@callwright/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Opens the whole conversation of a chat, to read or continue it. */
export function ChatActions({ entity: { sessionId, sessionStatus } }: { entity: Chat }) {
  const { t } = useTranslation();
  if (sessionId === undefined) return null;
  return (
    <>
      <Button renderRoot={(props) => <Link to="/$resource/$id" params={{ resource: "sessions", id: sessionId }} {...props} />}>
        {t("chats.session")}
      </Button>
      {sessionStatus !== "completed" && (
        <Button renderRoot={(props) => <Link to="/chats/new" search={{ sessionId }} {...props} />}>{t("chats.goOn")}</Button>
      )}
    </>
  );
}
