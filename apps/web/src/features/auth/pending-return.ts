import { returnToSearch } from "./auth-search.ts";

/** The link in a mail works for an hour. */
const KEPT_MS = 3_600_000;
const KEY = "callwright-return";

/** Stores the requested path while the user opens a mail: its link opens in another tab. */
export function keepReturn(path: string, storage: Pick<Storage, "setItem">, nowMs: number): void {
  storage.setItem(KEY, `${nowMs + KEPT_MS} ${path}`);
}

/** The stored path. */
export function keptReturn(storage: Pick<Storage, "getItem">, nowMs: number): string | undefined {
  const [untilMs, path] = (storage.getItem(KEY) ?? "").split(" ", 2);
  return Number(untilMs) > nowMs ? returnToSearch({ returnTo: path }).returnTo : undefined;
}

/** Forgets the path. */
export function forgetReturn(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(KEY);
}
