import { fileURLToPath } from "node:url";

/** Set by `npm test`, which builds first. */
const BUILT_VARIABLE = "CALLWRIGHT_TEST_BUILT";
/** The last `src` in a path is the workspace's. */
const SOURCE_FOLDER = /\/src\/(?!.*\/src\/)/;

/**
 * A module of the repository that runs as a process or a thread. `built`: its URL beside the module that starts it, with the ending `.js`. From
 * source it runs through tsx. In `npm test` the built module runs instead, which starts with a fifth of the CPU time.
 */
export function ownProgram(built: URL): { url: URL; file: string; execArgv: string[] } {
  // The path alone does not show it: a clone may be in a folder named `src`.
  if (!import.meta.url.endsWith(".ts")) return program(built.href);
  if (process.env[BUILT_VARIABLE] === "true") return program(built.href.replace(SOURCE_FOLDER, "/dist/"));
  return program(built.href.replace(/\.js$/, ".ts"), ["--import", "tsx", "--conditions=callwright-source"]);
}

function program(href: string, execArgv: string[] = []) {
  const url = new URL(href);
  return { url, file: fileURLToPath(url), execArgv };
}
