import { runCommandLine } from "./command-line.ts";
import { thisMachine } from "./machine.ts";

// The reader may close the pipe: `callwright api GET /call | head -1`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

process.exitCode = await runCommandLine(process.argv.slice(2), thisMachine());
