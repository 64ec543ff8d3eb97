import type { SavedScreen, SavedView } from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { late } from "../../kit/late.tsx";
import { savedViewsQuery } from "./view-queries.ts";

const ViewsDialog = late(async () => (await import("./ViewsDialog.tsx")).ViewsDialog);

interface SavedViewsProps {
  screen: SavedScreen;
  /** The current search parameters of the address. */
  state: Record<string, unknown>;
}

/** The saved views of a screen: opens a view, saves the current one, and manages them. */
export function SavedViews({ screen, state }: SavedViewsProps) {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  const [isWanted, setIsWanted] = useState(false);
  const [isOpen, dialog] = useDisclosure();
  const isOffered = dataHost.offers("listSavedViews");
  const { data = [] } = useQuery({ ...savedViewsQuery(useClient(), screen), enabled: isOffered && (isWanted || isOpen) });
  if (!isOffered) return null;
  const title = screen === "dashboards" ? t("views.dashboards") : t("views.title");
  return (
    <>
      <Menu position="bottom-start" onOpen={() => setIsWanted(true)}>
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={14} aria-hidden="true" />}>{title}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data.map((view) => (
            <Menu.Item key={view.id} renderRoot={(props) => <Link to="/views/$id" params={{ id: view.id }} {...props} />}>
              {viewLabel(view, t("views.sharedBy", { name: view.authorName }))}
            </Menu.Item>
          ))}
          {data.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={dialog.open}>{t("views.save")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <ViewsDialog screen={screen} state={state} title={title} views={data} onClose={dialog.close} />}
    </>
  );
}

function viewLabel({ name, isShared }: SavedView, shared: string): string {
  return isShared ? `${name} · ${shared}` : name;
}
