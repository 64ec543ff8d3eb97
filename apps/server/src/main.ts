import { draining, farewell, greeting, localModelsHint } from "./greeting.ts";
import { describeEndings, findEndingUses } from "./modules/provider/catalog/ending-uses.ts";
import { findModelServers } from "./modules/provider/local-model/model-servers.ts";
import { knownNames } from "./platform/capabilities/known-names.ts";
import { parseConfig } from "./platform/config/config.ts";
import { createLogger } from "./platform/config/logger.ts";
import { StartError } from "./platform/config/start-error.ts";
import { type RunningServer, startServer } from "./server.ts";
import { createStopRequests } from "./stop-requests.ts";

/** Exit codes of programs that a signal ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  // Our own log line rather than Node's: what a database hangs onto its errors must not be printed.
  process.on("uncaughtException", (error) => {
    createLogger(config).fatal({ err: error }, "the server crashed");
    process.exit(1);
  });
  const starting = startServer(config);
  let isStopping = false;
  const stopRequest = createStopRequests({
    drain: (signal) => starting.then((server) => drain(server, config.drainSeconds, signal)).catch(fail),
    end: () => starting.then(stop).catch(fail),
    exit: (code) => process.exit(code),
    nowMs: () => performance.now(),
  });
  const requestStop = (code: number, drains: boolean) => {
    isStopping = true;
    stopRequest({ code, drains });
  };
  for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => requestStop(code, signal === "SIGTERM"));
  // The supervisor that started it is gone.
  process.once("disconnect", () => requestStop(SIGNALS.SIGTERM, false));
  const { url, status, context } = await starting;
  const text = greeting(url, await status());
  process.send?.({ type: "ready" });
  if (isStopping) return;
  process.stdout.write(text);
  await warnOfEndings(context).catch((err: unknown) => context.log.warn({ err }, "names that end could not be looked for"));
  if (config.signUp !== "open") process.stdout.write(localModelsHint(await findModelServers(), config.localModelUrls));
}

/** Logs a line for each model, voice or transcriber that ends and that a stored configuration uses. */
async function warnOfEndings({ db, log, now }: RunningServer["context"]): Promise<void> {
  const uses = await findEndingUses(db, { catalog: knownNames(), nowMs: now().getTime() });
  for (const sentence of describeEndings(uses)) log.warn(sentence);
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
