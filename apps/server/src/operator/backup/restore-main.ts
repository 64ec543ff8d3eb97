/** `npm run restore -- file [--unsealed] [--erasures=file]` */
import { fileArgument, fileOption, runCommand } from "./command-line.ts";
import { restore } from "./commands.ts";

await runCommand((config, log, signal) =>
  restore(config, log, fileArgument(), signal, {
    allowUnsealed: process.argv.includes("--unsealed"),
    erasuresFile: fileOption("erasures"),
  }),
);
