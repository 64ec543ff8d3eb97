import { Kbd, UnstyledButton } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { IconSearch, IconSettings } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLiveQuery } from "../../data/realtime/use-live-query.ts";
import { useSignedIn } from "../../data/services.tsx";
import { sectionPath } from "../../resource/list/SectionTabs.tsx";
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
  onSearch: () => void;
  onKeys: () => void;
  /** Called when a link is followed, so that a drawer can close. */
  onNavigate?: () => void;
}

/** The left rail: organization, search, the groups of screens, the account. */
export function Rail({ onSearch, onKeys, onNavigate }: RailProps) {
  const { t } = useTranslation();
  const isSettings = useIsSettings();
  const isMac = ["macos", "ios"].includes(useOs());
  return (
    <div className={classes.rail}>
      <LateMenu trigger={(open) => <OrgTrigger onClick={open} />}>
        <OrgMenu onNavigate={onNavigate} />
      </LateMenu>
      <UnstyledButton className={classes.search} onClick={onSearch}>
        <IconSearch {...RAIL_ICON} />
        {t("shell.search")}
        <Kbd size="xs" aria-hidden="true">
          {isMac ? "⌘K" : "Ctrl K"}
        </Kbd>
      </UnstyledButton>
      <nav aria-label={t("shell.mainNavigation")} className={classes.nav}>
        <RailGroups onNavigate={onNavigate} />
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
        <LateMenu trigger={(open) => <AccountTrigger onClick={open} />}>
          <AccountMenu onKeys={onKeys} />
        </LateMenu>
      </div>
    </div>
  );
}

/** A menu that the first click on its button loads. */
function LateMenu({ trigger, children }: { trigger: (open: () => void) => ReactNode; children: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  const button = trigger(() => setWanted(true));
  return wanted ? <Suspense fallback={button}>{children}</Suspense> : button;
}

/** All groups except settings. In a low window they scroll, and the active link is scrolled into view. */
function RailGroups({ onNavigate }: Pick<RailProps, "onNavigate">) {
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
        <RailSection key={group} group={group} onNavigate={onNavigate} />
      ))}
    </div>
  );
}

function RailSection({ group, onNavigate }: Pick<RailProps, "onNavigate"> & { group: RailGroup }) {
  const { t } = useTranslation();
  const links = useScreenLinks(group, classes.link, onNavigate);
  const list = (
    <ul className={classes.links}>
      {links.map((link) => (
        <li key={link.key}>{link}</li>
      ))}
    </ul>
  );
  if (group === "start") return list;
  return (
    <section aria-label={t(`shell.${group}`)}>
      <h2 className={classes.group}>{t(`shell.${group}`)}</h2>
      {list}
    </section>
  );
}

/** Links to the screens of a group. */
export function useScreenLinks(group: RailGroup, className: string | undefined, onClick?: () => void) {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  const runningId = useId();
  const open = sectionPath(useLocation({ select: ({ pathname }) => pathname }));
  const own = ownScreens(group, org.role).flatMap((screen) => ("isTab" in screen ? [] : [screen]));
  const [last, first] = [own.filter((screen) => "isLast" in screen), own.filter((screen) => !("isLast" in screen))];
  const link = (to: string) => ({
    className,
    onClick,
    "data-active": open === to || open.startsWith(`${to}/`) || undefined,
  });
  const ownLink = ({ to, icon: Icon, message }: (typeof own)[number]) => (
    <Link to={to} {...link(to)} key={to} aria-describedby={to === "/calls" ? runningId : undefined}>
      <Icon {...RAIL_ICON} />
      {t(message)}
      {to === "/calls" && <RunningCalls id={runningId} />}
    </Link>
  );
  return [
    ...first.map(ownLink),
    ...resourcesOf(group).map(({ path, icon: Icon, section, ...named }) => (
      <Link to="/$resource" params={{ resource: path }} {...link(`/${path}`)} key={path}>
        <Icon {...RAIL_ICON} />
        {section ? t(section) : textsOf(named, t).title}
      </Link>
    )),
    ...last.map(ownLink),
  ];
}

const RUNNING = { status: "in-progress", limit: 100 } as const;

/** How many calls are running, beside the link to them, which it describes. */
function RunningCalls({ id }: { id: string }) {
  const { t } = useTranslation();
  const count = useLiveQuery("calls:list", RUNNING).data?.length ?? 0;
  if (count === 0) return null;
  const text = t("shell.callsRunning", { count });
  return (
    <>
      <span className={classes.running} title={text} aria-hidden="true">
        {count < RUNNING.limit ? count : `${RUNNING.limit}+`}
      </span>
      <span id={id} hidden>
        {text}
      </span>
    </>
  );
}
