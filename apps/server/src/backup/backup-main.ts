/** `npm run backup -- [file]` */
import { runCommand } from "./command-line.ts";
import { backup } from "./commands.ts";

const stamp = new Date().toISOString().replaceAll(":", "").slice(0, 17);
await runCommand(backup, `backups/callwright-${stamp}Z.tar.gz`);
