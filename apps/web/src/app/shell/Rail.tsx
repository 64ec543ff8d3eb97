import { Kbd, UnstyledButton } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SessionState } from "../session.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { OrgMenu } from "./OrgMenu.tsx";
import classes from "./shell.module.css";

const GROUPS = [
  { message: "shell.build", links: [{ to: "/assistants", message: "shell.assistants" }] },
  { message: "shell.run", links: [{ to: "/calls", message: "shell.calls" }] },
] as const;

interface RailProps {
  session: Extract<SessionState, { kind: "signed-in" }>;
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
      <OrgMenu session={session} />
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
        <AccountMenu user={session.user} onKeys={onKeys} />
      </div>
    </div>
  );
}
