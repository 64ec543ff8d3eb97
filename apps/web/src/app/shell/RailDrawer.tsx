import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import classes from "./shell.module.css";

/** The rail on narrow screens. Mounted while it is open. */
export function RailDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  useReturnedFocus();
  return (
    <Drawer.Root opened onClose={onClose} size={264} transitionProps={{ duration: 120 }}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t("shell.mainNavigation")}>
        <Drawer.Body className={classes.drawerBody ?? ""}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
