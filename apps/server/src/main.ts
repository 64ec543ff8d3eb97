import { parseConfig } from "./config.ts";
import { greeting } from "./greeting.ts";
import { StartError } from "./start-error.ts";
import { startServer } from "./start-server.ts";

/** Exit codes of programs that a signal ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

async function main(): Promise<void> {
  const starting = startServer(parseConfig(process.env));
  let stopping = false;
  for (const [signal, forcedCode] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      // Asked twice, it goes at once. The database recovers what was committed at the next start.
      if (stopping) process.exit(forcedCode);
      stopping = true;
      starting.then((server) => server.close()).then(() => process.exit(0), fail);
    });
  }
  const { url, status } = await starting;
  const text = greeting(url, await status());
  if (!stopping) process.stdout.write(text);
}

function fail(error: unknown): never {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
