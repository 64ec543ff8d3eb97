import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "@mantine/core/styles.css";
import "./app/tokens.css";
import "./app/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { createAuthApi } from "./app/auth-api.ts";
import { createConnection } from "./app/connection.ts";
import { createDataHost } from "./app/data-host.ts";
import { forgetOthersData } from "./app/forget-others-data.ts";
import { startI18n } from "./app/i18n.ts";
import { createQueryClient } from "./app/query-client.ts";
import { createChangeBridge } from "./app/realtime/change-bridge.ts";
import { createRealtime } from "./app/realtime/realtime.ts";
import { createAppRouter } from "./app/routes.tsx";
import { createSession } from "./app/session.ts";
import { listenForPalette } from "./app/shell/palette-keys.ts";
import { createPaletteStore } from "./app/shell/palette-store.ts";
import { withoutTalk } from "./features/talk/without-talk.ts";
import { LIVE_QUERIES } from "./resource/live-queries.ts";

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
    open: async (options) => (await import("./app/realtime/convex-client.ts")).openLiveClient(options),
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
  const services = { authApi, session, connection, dataHost, realtime, queryClient, palette };
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root.");
  createRoot(root).render(
    <StrictMode>
      <App services={services} router={createAppRouter(services)} />
    </StrictMode>,
  );
}

void start();
