import { authRoutes } from "../auth/auth-routes.ts";
import { createDatabaseProbe } from "../db/database-probe.ts";
import { createApp, type ServerStage } from "../http/create-app.ts";
import { outboxRoutes } from "../mail/outbox-routes.ts";
import type { OpenModules } from "../modules/open-modules.ts";
import { httpCallRoutes } from "../realtime/http-calls.ts";
import type { RealtimeService } from "../realtime/realtime-service.ts";
import { metricsRoutes } from "../telemetry/metrics-routes.ts";
import type { OpenPlatform } from "./open-platform.ts";

interface Served {
  modules: OpenModules;
  realtime: RealtimeService;
  stage: () => ServerStage;
}

/** Answers requests on the port, and gives websockets to the modules that take them; the others are live connections. */
export async function serve(open: OpenPlatform, { modules, realtime, stage }: Served): Promise<void> {
  const { platform, port, metrics } = open;
  const hasDatabase = createDatabaseProbe(platform.db);
  const app = await createApp({
    context: platform,
    webFolder: platform.webFolder,
    stage,
    hasDatabase,
    mount: (mounted) => {
      metricsRoutes(mounted, platform.config, metrics);
      httpCallRoutes(mounted, realtime);
      authRoutes(mounted, platform.auth, platform, hasDatabase);
      outboxRoutes(mounted, platform);
      modules.mount(mounted);
    },
  });
  port.serve(app);
  port.onUpgrade((request, ...socket) =>
    (modules.streams.find((stream) => stream.takes(request)) ?? realtime).accept(request, ...socket),
  );
}
