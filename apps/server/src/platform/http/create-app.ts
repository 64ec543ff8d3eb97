import { type App, newApp } from "./app.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpContext } from "./http-context.ts";
import { HEALTH_PATH, isApiPath, LIVE_PATH } from "./own-paths.ts";
import { requestLog } from "./request-log.ts";
import { noRoute } from "./route-path.ts";
import { securityHeaders } from "./security-headers.ts";
import { staticFiles, widgetFiles } from "./static-files.ts";

/** `draining`: it takes no new calls, and waits for the end of its calls. */
export type ServerStage = "ready" | "draining" | "stopping";

export interface AppOptions {
  context: Pick<HttpContext, "config" | "log">;
  /** Mounts the API's routes. */
  mount: (app: App) => void;
  /** Folder of the built dashboard. */
  webFolder: string;
  stage: () => ServerStage;
  /** Does the database answer? */
  hasDatabase: () => Promise<boolean>;
}

/** The whole server behind its port, as one fetch-like function. */
export async function createApp({ context, mount, webFolder, stage, hasDatabase }: AppOptions): Promise<App> {
  const app = newApp();
  app.use(requestLog(context.log, context.config));
  app.use(await securityHeaders());
  app.use(async (c, next) => {
    if (isApiPath(c.req.path)) c.env.outgoing.setHeader("Cache-Control", "no-store");
    await next();
  });
  app.onError(errorResponse);
  app.notFound((c) => errorResponse(noRoute(c), c));
  app.get(LIVE_PATH, (c) => c.json({ status: "live" }));
  app.get(HEALTH_PATH, async (c) => {
    const status = stage();
    if (status !== "ready") return c.json({ status }, 503);
    return (await hasDatabase()) ? c.json({ status: "ready" }) : c.json({ status: "database-unavailable" }, 503);
  });
  mount(app);
  await widgetFiles(app);
  await staticFiles(app, { folder: webFolder, isApiPath });
  return app;
}
