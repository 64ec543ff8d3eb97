/** `npm run restore:code` */
import { runCommand } from "./command-line.ts";
import { newCode } from "./commands.ts";

await runCommand((config, log) => newCode(config, log));
