import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Access } from "../data/access.ts";
import { forgetOthersData } from "../data/forget-others-data.ts";
import { createPaletteStore } from "../data/palette-store.ts";
import { createQueryClient } from "../data/query-client.ts";
import { createChangeBridge } from "../data/realtime/change-bridge.ts";
import { createRealtime } from "../data/realtime/realtime.ts";
import { watchEdits } from "../kit/single-keys.ts";
import { startI18n } from "../messages/i18n.ts";
import { App } from "./App.tsx";
import { LIVE_QUERIES } from "./live-queries.ts";
import { createAppRouter } from "./routes.tsx";
import { listenForPalette } from "./shell/palette-keys.ts";

/** Renders the dashboard. */
export async function start({ authApi, connection, dataHost, session, takeOver }: Access): Promise<void> {
  takeOver();
  watchEdits(window);
  await startI18n();
  const queryClient = createQueryClient(connection, dataHost);
  forgetOthersData(session, queryClient);
  const realtime = createRealtime({
    session,
    dataHost,
    connection,
    address: window.location.origin,
    open: async (options) => (await import("../data/realtime/convex-client.ts")).openLiveClient(options),
    nowMs: Date.now,
    wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
    every: (ms, work) => {
      const timer = window.setInterval(work, ms);
      return () => window.clearInterval(timer);
    },
    listenForChanges: () => createChangeBridge(queryClient, LIVE_QUERIES, () => void session.reloadOrgs().catch(() => {})),
  });
  const palette = createPaletteStore(session);
  listenForPalette(palette);
  const services = { authApi, session, connection, dataHost, realtime, queryClient, palette };
  const router = createAppRouter(services);
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root.");
  createRoot(root).render(
    <StrictMode>
      <App services={services} router={router} />
    </StrictMode>,
  );
}
