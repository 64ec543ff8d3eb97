import { parseConfig } from "./config.ts";
import { draining, farewell, greeting, localModelsHint } from "./greeting.ts";
import { createLogger } from "./logger.ts";
import { findModelServers } from "./resources/local-model/model-servers.ts";
import { StartError } from "./start-error.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** Exit codes of programs that a signal ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** npm passes on a Ctrl-C that the terminal has already sent, so one press arrives twice. */
const SAME_PRESS_MS = 2_000;

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  // Our own log line rather than Node's: what a database hangs onto its errors must not be printed.
  process.on("uncaughtException", (error) => {
    createLogger(config).fatal({ err: error }, "the server crashed");
    process.exit(1);
  });
  const starting = startServer(config);
  let stage: "running" | "draining" | "ending" = "running";
  let requestedMs = Number.NEGATIVE_INFINITY;
  const hurry = new AbortController();
  const end = async (server: RunningServer) => {
    if (stage === "draining") await drain(server, config.drainSeconds, hurry.signal);
    stage = "ending";
    await stop(server);
  };
  /**
   * ```
   *   running ── SIGTERM ──▶ draining ── no call is left, DRAIN_SECONDS, another signal ──▶ ending ── another signal ──▶ exit
   *      └── SIGINT, SIGHUP, its supervisor is gone ─────────────────────────────────────────▲
   * ```
   */
  const requestStop = (forcedCode: number) => {
    const nowMs = performance.now();
    if (nowMs - requestedMs <= SAME_PRESS_MS) return;
    requestedMs = nowMs;
    // The database recovers what was committed at the next start.
    if (stage === "ending") process.exit(forcedCode);
    const wasRunning = stage === "running";
    stage = wasRunning && forcedCode === SIGNALS.SIGTERM ? "draining" : "ending";
    if (wasRunning) starting.then(end).catch(fail);
    else hurry.abort();
  };
  for (const [signal, forcedCode] of Object.entries(SIGNALS)) process.on(signal, () => requestStop(forcedCode));
  // The supervisor that started it is gone.
  process.once("disconnect", () => requestStop(SIGNALS.SIGHUP));
  const { url, status } = await starting;
  const text = greeting(url, await status());
  process.send?.({ type: "ready" });
  if (stage !== "running") return;
  process.stdout.write(text);
  if (config.signUp !== "open") process.stdout.write(localModelsHint(await findModelServers(), config.localModelUrls));
}

async function drain(server: RunningServer, drainSeconds: number, signal: AbortSignal): Promise<void> {
  process.stdout.write(draining(server.openCalls(), drainSeconds));
  await server.drain(signal);
}

async function stop(server: RunningServer): Promise<never> {
  const { endedCalls } = await server.close();
  process.stdout.write(farewell(endedCalls));
  process.exit(0);
}

function fail(error: unknown): never {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
