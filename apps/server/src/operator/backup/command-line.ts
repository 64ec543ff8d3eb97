import { resolve } from "node:path";
import pg from "pg";
import { type Config, parseConfig } from "../../platform/config/config.ts";
import { createLogger, type Logger } from "../../platform/config/logger.ts";
import { StartError } from "../../platform/config/start-error.ts";
import { BackupError } from "./backup-error.ts";

type Command = (config: Config, log: Logger, signal: AbortSignal) => Promise<string>;

/** Runs a command with the server's environment, and prints what it answers. */
export async function runCommand(command: Command): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => interrupted.abort(new BackupError("Stopped; nothing was kept.")));
  try {
    process.stdout.write(await command(parseConfig(process.env), createLogger({ logLevel: "warn" }), interrupted.signal));
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** The file that the command's first argument names. */
export function fileArgument(byDefault?: string): string {
  const name = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? byDefault;
  if (name === undefined) throw new BackupError("Say which backup: npm run restore -- backups/callwright-….tar.gz");
  return fromHere(name);
}

/** The file that an option names: `--erasures=/mnt/safe/erasures.jsonl`. */
export function fileOption(option: string): string | undefined {
  const given = process.argv.slice(2).find((argument) => argument.startsWith(`--${option}=`));
  return given && fromHere(given.slice(option.length + 3));
}

/** npm changes to its own folder; a name is relative to where the person stands. */
const fromHere = (name: string): string => resolve(process.env.INIT_CWD ?? ".", name);

/** Says in a sentence what an operator can act on: a full disk, or what the database refuses. Anything else is a bug. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = error instanceof BackupError || error instanceof StartError;
  const isTheirs = error instanceof pg.DatabaseError || "syscall" in error;
  return isExpected || isTheirs ? error.message : (error.stack ?? error.message);
}
