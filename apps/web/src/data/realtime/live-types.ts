import type { RealtimeFunctions, RealtimePath } from "@callwright/contract";
import type { z } from "zod";

type PathOf<Kind> = {
  [Path in RealtimePath]: RealtimeFunctions[Path]["kind"] extends Kind ? Path : never;
}[RealtimePath];

/** Names of the realtime backend's functions, by type. */
export type LiveQueryPath = PathOf<"query">;
export type LiveMutationPath = PathOf<"mutation">;
export type LiveActionPath = PathOf<"action">;

/** Arguments of a function; those with a default are optional. */
export type LiveArgs<Path extends RealtimePath> = z.input<RealtimeFunctions[Path]["args"]>;
export type LiveResult<Path extends RealtimePath> = z.output<RealtimeFunctions[Path]["result"]>;
