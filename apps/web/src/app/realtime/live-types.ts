import type { RealtimeFunctions, RealtimePath } from "@callwright/contract";
import type { z } from "zod";

type PathOf<Kind> = {
  [Path in RealtimePath]: RealtimeFunctions[Path]["kind"] extends Kind ? Path : never;
}[RealtimePath];

/** Names of the realtime backend's functions, by what they are. */
export type LiveQueryPath = PathOf<"query">;
export type LiveMutationPath = PathOf<"mutation">;
export type LiveActionPath = PathOf<"action">;

/** What a function is called with; what has a default may be left out. */
export type LiveArgs<Path extends RealtimePath> = z.input<RealtimeFunctions[Path]["args"]>;
export type LiveResult<Path extends RealtimePath> = z.output<RealtimeFunctions[Path]["result"]>;
