import type { ServerStatus } from "@callwright/contract";

/** May anyone make an account right now? With `first` only until the first one exists. */
export function isSignUpOpen({ signUp, firstRun }: Pick<ServerStatus, "signUp" | "firstRun">): boolean {
  return signUp === "open" || (signUp === "first" && firstRun);
}
