/** `npm run restore -- file [--unsealed]` */
import { fileArgument, runCommand } from "./command-line.ts";
import { restore } from "./commands.ts";

await runCommand((config, log, signal) =>
  restore(config, log, fileArgument(), signal, { allowUnsealed: process.argv.includes("--unsealed") }),
);
