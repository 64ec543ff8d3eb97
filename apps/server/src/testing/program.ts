import { ownProgram } from "@callwright/engine";

/** What Node is given to run a program of the repository. `built`: see `ownProgram`. A test that is run alone needs no build and takes the source. */
export function programArguments(built: URL): string[] {
  const { file, execArgv } = ownProgram(built);
  return ["--enable-source-maps", ...execArgv, file];
}
