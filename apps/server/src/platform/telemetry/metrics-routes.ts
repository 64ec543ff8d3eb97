import { PlatformError } from "@callwright/contract";
import type { Config } from "../config/config.ts";
import type { App } from "../http/app.ts";
import { readBearer } from "../http/bearer.ts";
import { METRICS_PATH } from "../http/own-paths.ts";
import { isSameSecret } from "../secrets/same-secret.ts";
import type { ServerMetrics } from "./server-metrics.ts";

/** `GET /metrics` with METRICS_TOKEN as the bearer token. Without that setting, the path does not exist. */
export function metricsRoutes(app: App, { metricsToken }: Pick<Config, "metricsToken">, metrics: ServerMetrics): void {
  app.get(METRICS_PATH, async (c) => {
    if (metricsToken === undefined) throw new PlatformError("not-found", { what: "Path" });
    if (!isSameSecret(readBearer(c), metricsToken)) throw new PlatformError("unauthorized");
    const { type, text } = await metrics.read();
    return c.text(text, 200, { "Content-Type": type });
  });
}
