import type { ServerStatus } from "@callwright/contract";
import { describeEndings, findEndingUses } from "./modules/provider/catalog/ending-uses.ts";
import { type FoundServer, findModelServers } from "./modules/provider/local-model/model-servers.ts";
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
  // Our own log line instead of Node's: database errors carry values that must not be printed.
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

/** Printed when the server is ready: its URL and, before the first account, how to sign up. */
function greeting(url: string, { firstRun, signUp }: Pick<ServerStatus, "firstRun" | "signUp">): string {
  const lines = [`Callwright is ready: ${url}`];
  if (firstRun) lines.push(FIRST_STEPS[signUp]);
  return `${lines.join("\n")}\n`;
}

const FIRST_STEPS: Record<ServerStatus["signUp"], string> = {
  open: "Sign up there. Anyone who can reach this address can sign up (SIGN_UP=open).",
  first: "Sign up there: you create the first account, and sign-up then closes. To let others sign up, start with SIGN_UP=open.",
  invite: "No account exists yet, so nobody can send an invitation (SIGN_UP=invite). Start once with SIGN_UP=first and sign up.",
};

/** Printed for model servers on this machine that are not offered to assistants yet; "" when there are none. */
function localModelsHint(found: readonly FoundServer[], offered: readonly string[]): string {
  const urls = found.filter(({ url }) => !offered.includes(url));
  const lines = urls.map(
    ({ name, url, models: { length } }) => `${name} runs at ${url} with ${length} ${length === 1 ? "model" : "models"}.`,
  );
  const setting = [...offered, ...urls.map(({ url }) => url)].join(",");
  return urls.length === 0 ? "" : `${lines.join("\n")}\nTo let assistants use it, start with LOCAL_MODEL_URLS=${setting}.\n`;
}

/** Printed when it waits for the end of its calls; "" when it has none. */
function draining(calls: number, drainSeconds: number): string {
  if (calls === 0 || drainSeconds === 0) return "";
  const them = calls === 1 ? "1 call to end" : `${calls} calls to end`;
  return `Callwright takes no new calls, and waits up to ${drainSeconds} s for ${them}. Another signal ends them now.\n`;
}

/** Printed last, after everything is closed. */
function farewell(endedCalls: number): string {
  const calls = endedCalls === 0 ? "" : ` ${endedCalls} ${endedCalls === 1 ? "call" : "calls"} ended.`;
  return `Callwright has stopped.${calls}\n`;
}
