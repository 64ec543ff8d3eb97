import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "../../kit/tab-row.module.css";

/** Screens that share one entry of the rail. Its link opens the first. */
const SECTIONS = [
  [
    { to: "/assistants", message: "shell.assistants" },
    { to: "/templates", message: "templates.title" },
  ],
  [
    { to: "/files", message: "files.title" },
    { to: "/knowledge-bases", message: "knowledgeBases.title" },
  ],
  [
    { to: "/chats", message: "chats.title" },
    { to: "/sessions", message: "sessions.title" },
  ],
  [
    { to: "/phone-numbers", message: "phoneNumbers.title" },
    { to: "/handset", message: "handset.title" },
  ],
  [
    { to: "/reports", message: "analytics.title" },
    { to: "/structured-outputs", message: "structuredOutputs.title" },
  ],
  [
    { to: "/settings/developers", message: "developers.title" },
    { to: "/settings/webhooks", message: "webhooks.title" },
  ],
] as const;

const isAt = (path: string, to: string) => path === to || path.startsWith(`${to}/`);

/** The address of the rail's entry, or of the settings', that the screen at `path` belongs to. */
export function sectionPath(path: string): string {
  return SECTIONS.find((screens) => screens.some(({ to }) => isAt(path, to)))?.[0].to ?? path;
}

/** The screens of the rail's entry that is open, as tabs under the header. Nothing for an entry with one screen. */
export function SectionTabs() {
  const { t } = useTranslation();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const screens = SECTIONS.find((each) => each.some(({ to }) => isAt(path, to)));
  if (!screens) return null;
  return (
    <nav className={classes.row} aria-label={t("header.section")}>
      {screens.map(({ to, message }) => (
        <Link key={to} to={to as string} className={classes.link} data-active={isAt(path, to) || undefined}>
          {t(message)}
        </Link>
      ))}
    </nav>
  );
}
