import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Resource } from "../resource.ts";
import type { ResourceRow } from "./rows.ts";

const OpenRowMenu = lazy(async () => ({ default: (await import("./OpenRowMenu.tsx")).OpenRowMenu }));

export interface RowMenuProps {
  resource: Resource;
  row: ResourceRow;
  tabIndex: 0 | -1;
}

/** The button at the end of a row. Its menu is created when it is first pressed, because a list has many rows. */
export function RowMenu({ resource, row, tabIndex }: RowMenuProps) {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(false);
  const trigger = (
    <ActionIcon
      aria-label={t("resource.actionsOf", { name: row.name })}
      aria-haspopup="menu"
      tabIndex={tabIndex}
      onClick={() => setWanted(true)}
    >
      <IconDots size={16} aria-hidden="true" />
    </ActionIcon>
  );
  if (!isWanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <OpenRowMenu resource={resource} row={row} tabIndex={tabIndex} />
    </Suspense>
  );
}
