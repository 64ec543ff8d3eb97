import { ownProgram } from "@callwright/engine";

/** Node's arguments for a program of the repository. `built`: see `ownProgram`. A test that runs alone needs no build and uses the source. */
export function programArguments(built: URL): string[] {
  const { file, execArgv } = ownProgram(built);
  return ["--enable-source-maps", ...execArgv, file];
}
