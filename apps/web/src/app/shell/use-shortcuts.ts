import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useSingleKeys } from "../../kit/use-single-keys.ts";
import { type KeySequence, pressKey, type ShortcutName } from "./shortcuts.ts";

/** The single-key shortcuts of every page. */
export function useShortcuts({ openSheet }: { openSheet: () => void }) {
  const navigate = useNavigate();
  const pending = useRef<KeySequence | undefined>(undefined);

  const run: Record<ShortcutName, () => void> = {
    sheet: openSheet,
    find: () => controlOf("/")?.focus(),
    goAssistants: () => void navigate({ to: "/assistants" }),
    goCalls: () => void navigate({ to: "/calls" }),
    talk: () => controlOf("t")?.click(),
  };

  useSingleKeys((event) => {
    const pressed = pressKey(pending.current, event.key, event.timeStamp);
    pending.current = pressed.pending;
    if (!pressed.shortcut) return;
    event.preventDefault();
    run[pressed.shortcut]();
  });
}

/** The control of the open page with `key` in `aria-keyshortcuts`. */
function controlOf(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
}
