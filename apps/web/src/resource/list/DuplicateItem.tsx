import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Leads to the form that makes another such thing, filled in as this one. */
export function DuplicateItem({ path, id }: { path: string; id: string }) {
  const { t } = useTranslation();
  return (
    <Menu.Item renderRoot={(props) => <Link to="/$resource/new" params={{ resource: path }} search={{ from: id }} {...props} />}>
      {t("resource.duplicate")}
    </Menu.Item>
  );
}
