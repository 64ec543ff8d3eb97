import type { ServerStatus } from "@callwright/contract";

/** What a terminal says when the server is ready: its one URL, and how people get in as long as nobody is. */
export function greeting(url: string, { firstRun, signUp }: Pick<ServerStatus, "firstRun" | "signUp">): string {
  const lines = [`Callwright is ready: ${url}`];
  if (firstRun) lines.push(HOW_TO_GET_IN[signUp]);
  return `${lines.join("\n")}\n`;
}

const HOW_TO_GET_IN: Record<ServerStatus["signUp"], string> = {
  open: "Sign up there. Everybody who reaches this address can (SIGN_UP=open).",
  first: "Sign up there: the first account is yours, and then sign-up closes. To let others sign up, start with SIGN_UP=open.",
  invite: "There is no account yet that could invite anybody (SIGN_UP=invite). Start once with SIGN_UP=first and sign up.",
};

/** What it says last, once everything is closed. */
export function farewell(endedCalls: number): string {
  const calls = endedCalls === 0 ? "" : ` ${endedCalls} ${endedCalls === 1 ? "call" : "calls"} ended.`;
  return `Callwright has stopped.${calls}\n`;
}
