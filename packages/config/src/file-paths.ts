import { isFolder } from "./kinds.ts";

/** The environments; see `callwright.yaml` in docs/config-as-code.md. */
export const SETTINGS_FILE = "callwright.yaml";
/** Ids by organization. */
export const LOCK_FILE = "callwright.lock.json";

/** Hidden files and folders, the settings, and other environments are not read. `relative`: with slashes, below the configuration's folder. */
export function isSkipped(relative: string, environment: string | undefined): boolean {
  const parts = relative.split("/");
  const [first = "", second, ...rest] = parts;
  const isOther = first === "environments" && second !== undefined && (rest.length > 0 || !/\.ya?ml$/.test(second));
  const name = parts.at(-1) ?? "";
  return name.startsWith(".") || name === "node_modules" || relative === SETTINGS_FILE || (isOther && second !== environment);
}

/** All files in the folders of the kinds are read, and all other YAML files, so that a misplaced file is reported. */
export function isRead(relative: string): boolean {
  const parts = relative.split("/");
  const [folder = "", ...file] = parts[0] === "environments" ? parts.slice(2) : parts;
  return (isFolder(folder) && file.length > 0) || /\.ya?ml$/.test(relative);
}
