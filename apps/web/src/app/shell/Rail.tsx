import { Kbd, UnstyledButton } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Mark } from "../Mark.tsx";
import type { SignedIn } from "../session.ts";
import { AccountTrigger, OrgTrigger } from "./menu-triggers.tsx";
import classes from "./shell.module.css";

const OrgMenu = lazy(async () => ({ default: (await import("./OrgMenu.tsx")).OrgMenu }));
const AccountMenu = lazy(async () => ({ default: (await import("./AccountMenu.tsx")).AccountMenu }));

const GROUPS = [
  { message: "shell.build", links: [{ to: "/assistants", message: "shell.assistants" }] },
  { message: "shell.run", links: [{ to: "/calls", message: "shell.calls" }] },
  { message: "shell.settings", links: [{ to: "/settings/tokens", message: "shell.tokens" }] },
] as const;

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
      <UnstyledButton className={classes.search} onClick={onSearch}>
        {t("shell.search")}
        <Kbd size="xs" aria-hidden="true">
          {isMac ? "⌘K" : "Ctrl K"}
        </Kbd>
      </UnstyledButton>
      <nav aria-label={t("shell.mainNavigation")}>
        {GROUPS.map((group) => (
          <section key={group.message} aria-label={t(group.message)}>
            <h2 className={classes.group}>{t(group.message)}</h2>
            <ul className={classes.links}>
              {group.links.map((link) => (
                <li key={link.to}>
                  <Link
                    to={link.to}
                    className={classes.link}
                    activeProps={{ "data-active": true }}
                    {...(onNavigate ? { onClick: onNavigate } : {})}
                  >
                    {t(link.message)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={classes.foot}>
        <AccountPlace session={session} onKeys={onKeys} />
      </div>
    </div>
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
