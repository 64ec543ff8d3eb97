import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const COMMAND = "pocketsphinx_continuous";
let available: boolean | undefined;

/** Whether `pocketsphinx_continuous` is on the PATH. Looked up once per process. */
export function pocketsphinxAvailable(): boolean {
  available ??= isOnPath(COMMAND, process.env.PATH ?? "");
  return available;
}

function isOnPath(command: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    if (folder === "") return false;
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
