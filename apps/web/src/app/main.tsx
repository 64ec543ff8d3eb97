import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "@mantine/core/styles.css";
import "../kit/theme/tokens.css";
import "../kit/theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createAuthApi } from "../data/auth-api.ts";
import { createConnection } from "../data/connection.ts";
import { createDataHost } from "../data/data-host.ts";
import { forgetOthersData } from "../data/forget-others-data.ts";
import { createQueryClient } from "../data/query-client.ts";
import { createChangeBridge } from "../data/realtime/change-bridge.ts";
import { createRealtime } from "../data/realtime/realtime.ts";
import { createSession } from "../data/session.ts";
import { withoutTalk } from "../features/talk/without-talk.ts";
import { startI18n } from "../messages/i18n.ts";
import { App } from "./App.tsx";
import { LIVE_QUERIES } from "./live-queries.ts";
import { createAppRouter } from "./routes.tsx";
import { listenForPalette } from "./shell/palette-keys.ts";
import { createPaletteStore } from "./shell/palette-store.ts";

async function start() {
  window.history.replaceState(window.history.state, "", withoutTalk(window.location.href));
  await startI18n();
  const baseUrl = window.location.origin;
  const wait = (ms: number) => new Promise<void>((resolve) => window.setTimeout(resolve, ms));
  const connection = createConnection({
    baseUrl,
    fetch: (input, init) => window.fetch(input, init),
    wait,
  });
  const authApi = createAuthApi(baseUrl, connection.fetch);
  const signedIn = createSession({
    baseUrl,
    authApi,
    fetch: connection.fetch,
    nowMs: Date.now,
    storage: window.localStorage,
  });
  const dataHost = createDataHost({ session: signedIn, baseUrl, fetch: connection.fetch });
  const session = { ...signedIn, client: dataHost.client };
  const queryClient = createQueryClient(connection, dataHost);
  forgetOthersData(session, queryClient);
  const realtime = createRealtime({
    session,
    dataHost,
    connection,
    address: baseUrl,
    open: async (options) => (await import("../data/realtime/convex-client.ts")).openLiveClient(options),
    nowMs: Date.now,
    wait,
    every: (ms, work) => {
      const timer = window.setInterval(work, ms);
      return () => window.clearInterval(timer);
    },
    listenForChanges: () => createChangeBridge(queryClient, LIVE_QUERIES, () => void session.reloadOrgs().catch(() => {})),
  });
  const palette = createPaletteStore(session);
  listenForPalette(palette);
  const services = { authApi, session, connection, dataHost, realtime, queryClient };
  const router = createAppRouter(services);
  // Load the screen's script while the session is restored.
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matchedRoutes) void router.loadRouteChunk(route);
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root.");
  createRoot(root).render(
    <StrictMode>
      <App services={services} palette={palette} router={router} />
    </StrictMode>,
  );
}

void start();
