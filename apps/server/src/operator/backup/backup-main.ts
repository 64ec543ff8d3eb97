/** `npm run backup -- [file]` */
import { fileArgument, runCommand } from "./command-line.ts";
import { backup } from "./commands.ts";

const stamp = new Date().toISOString().replaceAll(":", "").slice(0, 17);
await runCommand((config, log, signal) => backup(config, log, fileArgument(`backups/callwright-${stamp}Z.tar.gz`), signal));
