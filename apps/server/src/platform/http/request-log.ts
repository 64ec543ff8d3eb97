import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Config } from "../config/config.ts";
import type { Logger } from "../config/logger.ts";
import type { AppEnv } from "./app.ts";

/** What a proxy may call a request. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Give every request its id, in the answer and in every line it logs. Paths are logged without their query: it may hold secrets. */
export function requestLog(log: Logger, { trustProxy }: Pick<Config, "trustProxy">): MiddlewareHandler<AppEnv> {
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
