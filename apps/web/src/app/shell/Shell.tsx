import { ActionIcon, Burger } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { RealtimeProvider } from "../../data/realtime/realtime-context.tsx";
import { useServices, useSession } from "../../data/services.tsx";
import type { SignedIn } from "../../data/session.ts";
import { HeldNotice } from "./HeldNotice.tsx";
import { HostNotice } from "./HostNotice.tsx";
import { LiveIndicator } from "./LiveIndicator.tsx";
import { Rail } from "./Rail.tsx";
import { SettingsFrame } from "./SettingsFrame.tsx";
import classes from "./shell.module.css";
import { useIsSettings } from "./use-is-settings.ts";
import { usePalette } from "./use-palette.ts";
import { useShortcuts } from "./use-shortcuts.ts";

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
    <RealtimeProvider realtime={realtime}>
      <SignedInShell session={session} />
    </RealtimeProvider>
  );
}

function SignedInShell({ session }: { session: SignedIn }) {
  const { t } = useTranslation();
  const isSettings = useIsSettings();
  const palette = usePalette(loadPalette);
  const [sheet, sheetIs] = useDisclosure();
  const [drawer, drawerIs] = useDisclosure();
  useShortcuts({ openSheet: sheetIs.open });
  const openFromDrawer = (open: () => void) => () => {
    drawerIs.close();
    open();
  };
  const rail = (
    <Rail
      session={session}
      onSearch={openFromDrawer(palette.open)}
      onKeys={openFromDrawer(sheetIs.open)}
      onNavigate={drawerIs.close}
    />
  );
  const page = <Outlet key={session.org.id} />;
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t("app.skipToContent")}
      </a>
      <aside className={classes.side} aria-label={t("shell.side")}>
        <div className={classes.mobileBar}>
          <Burger size="sm" opened={drawer} onClick={drawerIs.open} aria-label={t("shell.openNavigation")} />
          <span className={classes.ellipsis}>{session.org.name}</span>
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
        {isSettings ? <SettingsFrame role={session.org.role}>{page}</SettingsFrame> : page}
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
