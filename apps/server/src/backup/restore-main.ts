/** `npm run restore -- file` */
import { runCommand } from "./command-line.ts";
import { restore } from "./commands.ts";

await runCommand(restore, undefined);
