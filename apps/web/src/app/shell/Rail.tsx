import type { Role } from "@callwright/contract";
import { Kbd, UnstyledButton } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { RAIL_GROUPS, type RailGroup, RESOURCES } from "../../resource/registry.ts";
import type { SignedIn } from "../session.ts";
import { HostNotice } from "./HostNotice.tsx";
import { LiveIndicator } from "./LiveIndicator.tsx";
import { AccountTrigger, OrgTrigger } from "./menu-triggers.tsx";
import { ownScreens } from "./own-screens.ts";
import classes from "./shell.module.css";

const OrgMenu = lazy(async () => ({ default: (await import("./OrgMenu.tsx")).OrgMenu }));
const AccountMenu = lazy(async () => ({ default: (await import("./AccountMenu.tsx")).AccountMenu }));

interface RailProps {
  session: SignedIn;
  onSearch: () => void;
  onKeys: () => void;
  /** Called when a link is followed, so that a drawer can close. */
  onNavigate?: () => void;
}

/** The left rail: organisation, search, the groups of screens, the account. */
export function Rail({ session, onSearch, onKeys, onNavigate }: RailProps) {
  const { t } = useTranslation();
  const isMac = ["macos", "ios"].includes(useOs());
  return (
    <div className={classes.rail}>
      <OrgPlace session={session} onNavigate={onNavigate} />
      <HostNotice onNavigate={onNavigate} />
      <UnstyledButton className={classes.search} onClick={onSearch}>
        {t("shell.search")}
        <Kbd size="xs" aria-hidden="true">
          {isMac ? "⌘K" : "Ctrl K"}
        </Kbd>
      </UnstyledButton>
      <nav aria-label={t("shell.mainNavigation")}>
        {RAIL_GROUPS.map((group) => (
          <RailSection key={group} group={group} role={session.org.role} onNavigate={onNavigate} />
        ))}
      </nav>
      <div className={classes.foot}>
        <LiveIndicator />
        <AccountPlace session={session} onKeys={onKeys} />
      </div>
    </div>
  );
}

interface RailSectionProps {
  group: RailGroup;
  role: Role | undefined;
  onNavigate: (() => void) | undefined;
}

/** One group's screens; nothing while it has none. */
function RailSection({ group, role, onNavigate }: RailSectionProps) {
  const { t } = useTranslation();
  const resources = RESOURCES.filter((resource) => resource.group === group);
  const screens = ownScreens(group, role);
  if (screens.length + resources.length === 0) return null;
  const link = {
    className: classes.link,
    activeProps: { "data-active": true },
    ...(onNavigate ? { onClick: onNavigate } : {}),
  };
  return (
    <section aria-label={t(`shell.${group}`)}>
      <h2 className={classes.group}>{t(`shell.${group}`)}</h2>
      <ul className={classes.links}>
        {screens.map(({ to, message }) => (
          <li key={to}>
            <Link to={to} {...link}>
              {t(message)}
            </Link>
          </li>
        ))}
        {resources.map(({ path, texts }) => (
          <li key={path}>
            <Link to="/$resource" params={{ resource: path }} {...link}>
              {t(`${texts}.title`)}
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
