import type { ServerStatus } from "@callwright/contract";

/** Can anyone create an account? With `first`, only until the first account exists. */
export function isSignUpOpen({ signUp, firstRun }: Pick<ServerStatus, "signUp" | "firstRun">): boolean {
  return signUp === "open" || (signUp === "first" && firstRun);
}
