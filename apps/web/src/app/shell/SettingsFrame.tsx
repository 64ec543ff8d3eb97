import type { Role } from "@callwright/contract";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { resourcesOf } from "../registry.ts";
import { ownScreens, RAIL_ICON } from "./own-screens.ts";
import classes from "./settings-frame.module.css";

/** A settings screen with the navigation of all settings. */
export function SettingsFrame({ role, children }: { role: Role | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active link changes with the path.
  useEffect(() => {
    nav.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  const link = { className: classes.link, activeProps: { "data-active": true } };
  return (
    <div className={classes.frame}>
      <nav ref={nav} className={classes.nav} aria-label={t("shell.settings")}>
        {ownScreens("settings", role).map(({ to, icon: Icon, message }) => (
          <Link key={to} to={to} {...link}>
            <Icon {...RAIL_ICON} />
            {t(message)}
          </Link>
        ))}
        {resourcesOf("settings").map(({ path: resource, icon: Icon, texts }) => (
          <Link key={resource} to="/$resource" params={{ resource }} {...link}>
            <Icon {...RAIL_ICON} />
            {t(`${texts}.title`)}
          </Link>
        ))}
      </nav>
      <div className={classes.page}>{children}</div>
    </div>
  );
}
