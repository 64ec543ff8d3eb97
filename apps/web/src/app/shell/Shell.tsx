import { ActionIcon, Burger } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { RealtimeProvider } from "../../data/realtime/realtime-context.tsx";
import { serverStatusQuery } from "../../data/server-status.ts";
import { SignedInContext, useServices, useSession, useSignedIn } from "../../data/services.tsx";
import { useSingleKeys } from "../../kit/use-single-keys.ts";
import bannerClasses from "../connection-banner.module.css";
import { HostNotice } from "./HostNotice.tsx";
import { LiveIndicator } from "./LiveIndicator.tsx";
import { Rail, useScreenLinks } from "./Rail.tsx";
import frameClasses from "./settings-frame.module.css";
import classes from "./shell.module.css";
import { type KeySequence, pressKey, type ShortcutName } from "./shortcuts.ts";
import { useIsSettings } from "./use-is-settings.ts";
import { usePalette } from "./use-palette.ts";

const loadPalette = () => import("./CommandPalette.tsx");
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const RailDrawer = lazy(async () => ({ default: (await import("./RailDrawer.tsx")).RailDrawer }));
const KeysSheet = lazy(async () => ({ default: (await import("./KeysSheet.tsx")).KeysSheet }));

/** The frame of every signed-in page. If the session ends, it opens the sign-in page, which returns here afterwards. */
export function Shell() {
  const session = useSession();
  const { realtime } = useServices();
  const router = useRouter();
  const expired = session.kind === "signed-out" && session.expired;
  useEffect(() => {
    // Only once, with the address at that moment: the sign-in page changes the address.
    if (expired) void router.navigate({ to: "/sign-in", search: { returnTo: router.state.location.href } });
  }, [expired, router]);
  if (session.kind !== "signed-in") return null;
  return (
    <SignedInContext value={session}>
      <RealtimeProvider realtime={realtime}>
        <SignedInShell />
      </RealtimeProvider>
    </SignedInContext>
  );
}

function SignedInShell() {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  const isSettings = useIsSettings();
  const palette = usePalette(loadPalette);
  const [sheet, sheetIs] = useDisclosure();
  const [drawer, drawerIs] = useDisclosure();
  useShortcuts({ openSheet: sheetIs.open });
  const openFromDrawer = (open: () => void) => () => {
    drawerIs.close();
    open();
  };
  const rail = <Rail onSearch={openFromDrawer(palette.open)} onKeys={openFromDrawer(sheetIs.open)} onNavigate={drawerIs.close} />;
  const page = <Outlet key={org.id} />;
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t("app.skipToContent")}
      </a>
      <aside className={classes.side} aria-label={t("shell.side")}>
        <div className={classes.mobileBar}>
          <Burger size="sm" opened={drawer} onClick={drawerIs.open} aria-label={t("shell.openNavigation")} />
          <span className={classes.ellipsis}>{org.name}</span>
          <HostNotice />
          <LiveIndicator isCompact />
          <ActionIcon size={36} onClick={palette.open} aria-label={t("shell.search")}>
            <IconSearch size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
        <div className={classes.wideRail}>{rail}</div>
      </aside>
      <main id="content" tabIndex={-1} className={classes.content}>
        <HeldNotice />
        {isSettings ? <SettingsFrame>{page}</SettingsFrame> : page}
      </main>
      <Suspense fallback={null}>
        {palette.opened && (
          <CommandPalette query={palette.query} onQuery={palette.setQuery} onClose={palette.close} onKeys={sheetIs.open} />
        )}
        {sheet && <KeysSheet opened onClose={sheetIs.close} />}
        {drawer && <RailDrawer onClose={drawerIs.close}>{rail}</RailDrawer>}
      </Suspense>
    </div>
  );
}

/** Says that a restored server holds what it would do by itself. Only its operator can resume it. */
function HeldNotice() {
  const { t } = useTranslation();
  const { session } = useServices();
  const { data } = useQuery(serverStatusQuery(session.client));
  if (!data?.held) return null;
  return (
    <div role="status" className={bannerClasses.banner}>
      {t("restore.members")}
    </div>
  );
}

/** A settings screen with the navigation of all settings. */
function SettingsFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active link changes with the path.
  useEffect(() => {
    nav.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  const links = useScreenLinks("settings", frameClasses.link);
  return (
    <div className={frameClasses.frame}>
      <nav ref={nav} className={frameClasses.nav} aria-label={t("shell.settings")}>
        {links}
      </nav>
      <div className={frameClasses.page}>{children}</div>
    </div>
  );
}

/** The single-key shortcuts of every page. */
function useShortcuts({ openSheet }: { openSheet: () => void }) {
  const navigate = useNavigate();
  const pending = useRef<KeySequence | undefined>(undefined);

  const run: Record<ShortcutName, () => void> = {
    sheet: openSheet,
    find: () => controlOf("/")?.focus(),
    goAssistants: () => void navigate({ to: "/assistants" }),
    goCalls: () => void navigate({ to: "/calls" }),
    talk: () => controlOf("t")?.click(),
  };

  useSingleKeys((event) => {
    const pressed = pressKey(pending.current, event.key, event.timeStamp);
    pending.current = pressed.pending;
    if (!pressed.shortcut) return;
    event.preventDefault();
    run[pressed.shortcut]();
  });
}

/** The control of the open page with `key` in `aria-keyshortcuts`. */
function controlOf(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
}
