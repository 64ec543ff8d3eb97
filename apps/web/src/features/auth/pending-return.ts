import { returnToSearch } from "./return-to.ts";

/** A mail's link works for an hour; whoever opens it later begins anew. */
const KEPT_MS = 3_600_000;
const KEY = "callwright-return";

/** Keeps where a person was going while they look for a mail: its link opens in another tab. */
export function keepReturn(path: string, storage: Pick<Storage, "setItem">, nowMs: number): void {
  storage.setItem(KEY, `${nowMs + KEPT_MS} ${path}`);
}

/** The path that was kept. */
export function keptReturn(storage: Pick<Storage, "getItem">, nowMs: number): string | undefined {
  const [untilMs, path] = (storage.getItem(KEY) ?? "").split(" ", 2);
  return Number(untilMs) > nowMs ? returnToSearch({ returnTo: path }).returnTo : undefined;
}

/** The person is on their way there. */
export function forgetReturn(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(KEY);
}
