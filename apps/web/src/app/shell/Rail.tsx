import type { Role } from "@callwright/contract";
import { Kbd, UnstyledButton } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { IconSettings } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SignedIn } from "../../data/session.ts";
import { textsOf } from "../../resource/use-resource-texts.ts";
import { RAIL_GROUPS, type RailGroup, resourcesOf } from "../registry.ts";
import { HostNotice } from "./HostNotice.tsx";
import { LiveIndicator } from "./LiveIndicator.tsx";
import { AccountTrigger, OrgTrigger } from "./menu-triggers.tsx";
import { ownScreens, RAIL_ICON } from "./own-screens.ts";
import classes from "./shell.module.css";
import { useIsSettings } from "./use-is-settings.ts";

const OrgMenu = lazy(async () => ({ default: (await import("./OrgMenu.tsx")).OrgMenu }));
const AccountMenu = lazy(async () => ({ default: (await import("./AccountMenu.tsx")).AccountMenu }));

interface RailProps {
  session: SignedIn;
  onSearch: () => void;
  onKeys: () => void;
  /** Called when a link is followed, so that a drawer can close. */
  onNavigate?: () => void;
}

/** The left rail: organization, search, the groups of screens, the account. */
export function Rail({ session, onSearch, onKeys, onNavigate }: RailProps) {
  const { t } = useTranslation();
  const isSettings = useIsSettings();
  const isMac = ["macos", "ios"].includes(useOs());
  return (
    <div className={classes.rail}>
      <OrgPlace session={session} onNavigate={onNavigate} />
      <UnstyledButton className={classes.search} onClick={onSearch}>
        {t("shell.search")}
        <Kbd size="xs" aria-hidden="true">
          {isMac ? "⌘K" : "Ctrl K"}
        </Kbd>
      </UnstyledButton>
      <nav aria-label={t("shell.mainNavigation")} className={classes.nav}>
        <RailGroups role={session.org.role} onNavigate={onNavigate} />
        <Link to="/settings/organization" className={classes.link} data-active={isSettings || undefined} onClick={onNavigate}>
          <IconSettings {...RAIL_ICON} />
          {t("shell.settings")}
        </Link>
      </nav>
      <div className={classes.foot}>
        <div className={classes.source}>
          <HostNotice onNavigate={onNavigate} />
          <LiveIndicator />
        </div>
        <AccountPlace session={session} onKeys={onKeys} />
      </div>
    </div>
  );
}

interface RailGroupsProps {
  role: Role | undefined;
  onNavigate: (() => void) | undefined;
}

/** All groups except settings. In a low window they scroll, and the active link is scrolled into view. */
function RailGroups({ role, onNavigate }: RailGroupsProps) {
  const groups = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active link changes with the path.
  useEffect(() => {
    const list = groups.current;
    if (!list) return;
    // Called once at first, and again when the space below the groups changes.
    const observer = new ResizeObserver(() => list.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" }));
    observer.observe(list);
    return () => observer.disconnect();
  }, [path]);
  return (
    <div ref={groups} className={classes.groups}>
      {RAIL_GROUPS.filter((group) => group !== "settings").map((group) => (
        <RailSection key={group} group={group} role={role} onNavigate={onNavigate} />
      ))}
    </div>
  );
}

function RailSection({ group, role, onNavigate }: RailGroupsProps & { group: RailGroup }) {
  const { t } = useTranslation();
  const link = { className: classes.link, activeProps: { "data-active": true }, onClick: onNavigate };
  return (
    <section aria-label={t(`shell.${group}`)}>
      <h2 className={classes.group}>{t(`shell.${group}`)}</h2>
      <ul className={classes.links}>
        {ownScreens(group, role).map(({ to, icon: Icon, message }) => (
          <li key={to}>
            <Link to={to} {...link}>
              <Icon {...RAIL_ICON} />
              {t(message)}
            </Link>
          </li>
        ))}
        {resourcesOf(group).map(({ path, icon: Icon, ...named }) => (
          <li key={path}>
            <Link to="/$resource" params={{ resource: path }} {...link}>
              <Icon {...RAIL_ICON} />
              {textsOf(named, t).title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OrgPlace({ session, onNavigate }: Pick<RailProps, "session" | "onNavigate">) {
  const [wanted, setWanted] = useState(false);
  const trigger = <OrgTrigger org={session.org} onClick={() => setWanted(true)} />;
  return wanted ? (
    <Suspense fallback={trigger}>
      <OrgMenu session={session} onNavigate={onNavigate} />
    </Suspense>
  ) : (
    trigger
  );
}

function AccountPlace({ session, onKeys }: { session: SignedIn; onKeys: () => void }) {
  const [wanted, setWanted] = useState(false);
  const trigger = <AccountTrigger user={session.user} onClick={() => setWanted(true)} />;
  return wanted ? (
    <Suspense fallback={trigger}>
      <AccountMenu user={session.user} onKeys={onKeys} />
    </Suspense>
  ) : (
    trigger
  );
}
