import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Config } from "../config/config.ts";
import type { Logger } from "../config/logger.ts";
import { type App, type AppEnv, newApp } from "./app.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpContext } from "./http-context.ts";
import { HEALTH_PATH, isApiPath, LIVE_PATH } from "./own-paths.ts";
import { noRoute } from "./route-path.ts";
import { securityHeaders } from "./security-headers.ts";
import { pageScripts, staticFiles } from "./static-files.ts";

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
  await pageScripts(app);
  await staticFiles(app, { folder: webFolder, isApiPath });
  return app;
}

/** Permitted request ids of a proxy. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Gives every request its id, in the answer and in every log line. Paths are logged without their query, which may contain secrets. */
function requestLog(log: Logger, { trustProxy }: Pick<Config, "trustProxy">): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = trustProxy ? c.req.header("x-request-id") : undefined;
    const requestId = given && REQUEST_ID.test(given) ? given : randomUUID();
    let requestLogger: Logger | undefined;
    c.set("requestId", requestId);
    c.set("log", () => {
      requestLogger ??= log.child({ requestId });
      return requestLogger;
    });
    c.env.outgoing.setHeader("X-Request-Id", requestId);
    const startedMs = performance.now();
    await next();
    if (!log.isLevelEnabled("debug")) return;
    c.get("log")().debug(
      {
        method: c.req.method,
        path: loggablePath(c.req.path),
        status: c.res.status,
        durationMs: Math.round(performance.now() - startedMs),
      },
      "request",
    );
  };
}

/** A mail's link to a new password ends in what opens the account. */
function loggablePath(path: string): string {
  return path.replace(/(\/reset-password\/).+/, "$1…");
}
