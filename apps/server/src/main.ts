import { parseConfig } from "./config.ts";
import { farewell, greeting } from "./greeting.ts";
import { StartError } from "./start-error.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** Exit codes of programs that a signal ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** npm passes on a Ctrl-C that the terminal has already sent, so one press arrives twice. */
const SAME_PRESS_MS = 2_000;

async function main(): Promise<void> {
  const starting = startServer(parseConfig(process.env));
  let stoppingSinceMs: number | undefined;
  for (const [signal, forcedCode] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      const nowMs = performance.now();
      if (stoppingSinceMs !== undefined) {
        // Asked twice, it goes at once. The database recovers what was committed at the next start.
        if (nowMs - stoppingSinceMs > SAME_PRESS_MS) process.exit(forcedCode);
        return;
      }
      stoppingSinceMs = nowMs;
      starting.then(stop).catch(fail);
    });
  }
  const { url, status } = await starting;
  const text = greeting(url, await status());
  if (stoppingSinceMs === undefined) process.stdout.write(text);
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
