import { fileURLToPath } from "node:url";

/** Set by `npm test`, which builds first. */
const BUILT_VARIABLE = "CALLWRIGHT_TEST_BUILT";

/**
 * What Node is given to run a program of the repository: `source` is the URL of its file below a `src`. In `npm test` the built program runs,
 * which starts with less than half the CPU time; a test that is run alone needs no build and takes the source.
 */
export function programArguments(source: URL): string[] {
  if (process.env[BUILT_VARIABLE] === "true")
    return ["--enable-source-maps", fileURLToPath(source).replace(/([\\/])src([\\/](?!.*[\\/]src[\\/]).*)\.ts$/, "$1dist$2.js")];
  return ["--import", "tsx", "--conditions=callwright-source", fileURLToPath(source)];
}
