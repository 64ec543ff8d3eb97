import type { ServerStatus } from "@callwright/contract";
import type { FoundServer } from "./modules/provider/local-model/model-servers.ts";

/** Printed when the server is ready: its URL and, before the first account, how to sign up. */
export function greeting(url: string, { firstRun, signUp }: Pick<ServerStatus, "firstRun" | "signUp">): string {
  const lines = [`Callwright is ready: ${url}`];
  if (firstRun) lines.push(FIRST_STEPS[signUp]);
  return `${lines.join("\n")}\n`;
}

const FIRST_STEPS: Record<ServerStatus["signUp"], string> = {
  open: "Sign up there. Anyone who can reach this address can sign up (SIGN_UP=open).",
  first: "Sign up there: you create the first account, and sign-up then closes. To let others sign up, start with SIGN_UP=open.",
  invite: "No account exists yet, so nobody can send an invitation (SIGN_UP=invite). Start once with SIGN_UP=first and sign up.",
};

/** Printed for model servers on this machine that are not offered to assistants yet; "" when there are none. */
export function localModelsHint(found: readonly FoundServer[], offered: readonly string[]): string {
  const urls = found.filter(({ url }) => !offered.includes(url));
  const lines = urls.map(
    ({ name, url, models: { length } }) => `${name} runs at ${url} with ${length} ${length === 1 ? "model" : "models"}.`,
  );
  const setting = [...offered, ...urls.map(({ url }) => url)].join(",");
  return urls.length === 0 ? "" : `${lines.join("\n")}\nTo let assistants use it, start with LOCAL_MODEL_URLS=${setting}.\n`;
}

/** Printed when it waits for the end of its calls; "" when it has none. */
export function draining(calls: number, drainSeconds: number): string {
  if (calls === 0 || drainSeconds === 0) return "";
  const them = calls === 1 ? "1 call to end" : `${calls} calls to end`;
  return `Callwright takes no new calls, and waits up to ${drainSeconds} s for ${them}. Another signal ends them now.\n`;
}

/** Printed last, after everything is closed. */
export function farewell(endedCalls: number): string {
  const calls = endedCalls === 0 ? "" : ` ${endedCalls} ${endedCalls === 1 ? "call" : "calls"} ended.`;
  return `Callwright has stopped.${calls}\n`;
}
