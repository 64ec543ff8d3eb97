import { Kbd, UnstyledButton } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { RAIL_GROUPS, type RailGroup, RESOURCES } from "../../resource/registry.ts";
import { Mark } from "../Mark.tsx";
import type { SignedIn } from "../session.ts";
import { HostNotice } from "./HostNotice.tsx";
import { AccountTrigger, OrgTrigger } from "./menu-triggers.tsx";
import classes from "./shell.module.css";

const OrgMenu = lazy(async () => ({ default: (await import("./OrgMenu.tsx")).OrgMenu }));
const AccountMenu = lazy(async () => ({ default: (await import("./AccountMenu.tsx")).AccountMenu }));

/** Screens that are not made of a description. */
const OWN_LINKS = {
  build: [
    { to: "/assistants", message: "shell.assistants" },
    { to: "/voices", message: "voices.title" },
  ],
  run: [{ to: "/calls", message: "shell.calls" }],
  improve: [{ to: "/reports", message: "analytics.title" }],
  settings: [
    { to: "/settings/organisation", message: "organisation.title" },
    { to: "/settings/tokens", message: "shell.tokens" },
    { to: "/settings/connection", message: "shell.connection" },
  ],
} as const;

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
      <OrgPlace session={session} />
      <HostNotice onNavigate={onNavigate} />
      <UnstyledButton className={classes.search} onClick={onSearch}>
        {t("shell.search")}
        <Kbd size="xs" aria-hidden="true">
          {isMac ? "⌘K" : "Ctrl K"}
        </Kbd>
      </UnstyledButton>
      <nav aria-label={t("shell.mainNavigation")}>
        {RAIL_GROUPS.map((group) => (
          <RailSection key={group} group={group} onNavigate={onNavigate} />
        ))}
      </nav>
      <div className={classes.foot}>
        <AccountPlace session={session} onKeys={onKeys} />
      </div>
    </div>
  );
}

/** One group's screens; nothing while it has none. */
function RailSection({ group, onNavigate }: { group: RailGroup; onNavigate: (() => void) | undefined }) {
  const { t } = useTranslation();
  const resources = RESOURCES.filter((resource) => resource.group === group);
  if (OWN_LINKS[group].length + resources.length === 0) return null;
  const link = {
    className: classes.link,
    activeProps: { "data-active": true },
    ...(onNavigate ? { onClick: onNavigate } : {}),
  };
  return (
    <section aria-label={t(`shell.${group}`)}>
      <h2 className={classes.group}>{t(`shell.${group}`)}</h2>
      <ul className={classes.links}>
        {OWN_LINKS[group].map(({ to, message }) => (
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

/** A menu only for those who have several organisations. */
function OrgPlace({ session }: { session: SignedIn }) {
  const [wanted, setWanted] = useState(false);
  if (session.orgs.length < 2) {
    return (
      <div className={classes.org}>
        <Mark size={20} />
        <span className={classes.ellipsis} title={session.org.name}>
          {session.org.name}
        </span>
      </div>
    );
  }
  const trigger = <OrgTrigger org={session.org} onClick={() => setWanted(true)} />;
  return wanted ? (
    <Suspense fallback={trigger}>
      <OrgMenu session={session} />
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
