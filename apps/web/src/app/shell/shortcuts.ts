/** The single-key shortcuts of the dashboard, as the sheet under `?` lists them. `press` names a control of the open page. */
export const SHORTCUTS = [
  { keys: ["?"], message: "sheet" },
  { keys: ["/"], message: "find" },
  { keys: ["g", "a"], message: "goAssistants" },
  { keys: ["g", "c"], message: "goCalls" },
  { keys: ["t"], message: "talk" },
] as const;
/** The keys of lists. */
export const LIST_KEYS = [
  { keys: ["J", "K"], message: "row" },
  { keys: ["X"], message: "select" },
  { keys: ["Enter"], message: "open" },
  { keys: ["."], message: "menu" },
] as const;
/** The keys of a call's page, which work where there is a recording. */
export const PLAYER_KEYS = [
  { keys: ["Space"], message: "play" },
  { keys: ["←", "→"], message: "turn" },
  { keys: ["J", "K"], message: "word" },
] as const;

export type ShortcutName = (typeof SHORTCUTS)[number]["message"];

/** How long the second key of a sequence may take. */
export const SEQUENCE_MS = 1000;

/** The keys pressed so far of a possible shortcut. */
export interface KeySequence {
  keys: readonly string[];
  atMs: number;
}

/** Adds one key press. Returns the completed shortcut, if any, and the pending keys. */
export function pressKey(
  pending: KeySequence | undefined,
  key: string,
  atMs: number,
): { pending: KeySequence | undefined; shortcut: ShortcutName | undefined } {
  const kept = pending && atMs - pending.atMs <= SEQUENCE_MS ? pending.keys : [];
  for (const keys of [[...kept, key], [key]]) {
    const found = SHORTCUTS.find((shortcut) => shortcut.keys.join(" ") === keys.join(" "));
    if (found) return { pending: undefined, shortcut: found.message };
    const mayGrow = SHORTCUTS.some((shortcut) => shortcut.keys.join(" ").startsWith(`${keys.join(" ")} `));
    if (mayGrow) return { pending: { keys, atMs }, shortcut: undefined };
  }
  return { pending: undefined, shortcut: undefined };
}
