import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Opens the playground, which creates chats. */
export function ChatsAction({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation();
  return (
    <Button variant={isMain ? "filled" : "default"} renderRoot={(props) => <Link to="/chats/new" {...props} />}>
      {t("chats.open")}
    </Button>
  );
}
