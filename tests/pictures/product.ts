import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import type { Browser } from "playwright-core";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import { buildStale } from "../../scripts/build.mjs";
import { launchChromium } from "../harness/chromium.ts";
import { startServerProcess } from "../harness/server-process.ts";

interface Product {
  browser: Browser;
  url: string;
  databaseUrl: string;
}

/** Runs the built product with an empty database of its own, as long as `use` lasts. `microphone`: what Chromium hears. */
export async function withProduct(microphone: string, use: (product: Product) => Promise<void>): Promise<void> {
  await buildStale();
  const folder = await mkdtemp(path.join(tmpdir(), "callwright-pictures-"));
  const postgres = await startEmbeddedPostgres({ clusterDir: path.join(folder, "postgres"), log: pino({ level: "silent" }) });
  const databaseUrl = postgres.url("postgres");
  const env = { DATABASE_URL: databaseUrl, SIGN_UP: "open", LOG_LEVEL: "error" };
  const server = await startServerProcess({ dataDir: path.join(folder, "data"), env });
  const browser = await launchChromium({ microphone });
  try {
    await use({ browser, url: server.url, databaseUrl });
  } finally {
    await browser.close();
    await server.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
