import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Links to the form that creates a copy of this item. */
export function DuplicateItem({ path, id }: { path: string; id: string }) {
  const { t } = useTranslation();
  return (
    <Menu.Item renderRoot={(props) => <Link to="/$resource/new" params={{ resource: path }} search={{ from: id }} {...props} />}>
      {t("resource.duplicate")}
    </Menu.Item>
  );
}
