import { parseConfig } from "./config.ts";
import { StartError } from "./start-error.ts";
import { startServer } from "./start-server.ts";

/** Exit codes of programs that a signal ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

try {
  const server = await startServer(parseConfig(process.env));
  process.stdout.write(`Callwright is ready: ${server.url}\n`);
  let stopping = false;
  for (const [signal, forcedCode] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      // Asked twice, it goes at once. The database recovers what was committed at the next start.
      if (stopping) process.exit(forcedCode);
      stopping = true;
      server.close().then(
        () => process.exit(0),
        (error) => fail(error),
      );
    });
  }
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
