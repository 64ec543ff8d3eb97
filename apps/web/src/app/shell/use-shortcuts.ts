import { useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useSingleKeys } from "../../kit/use-single-keys.ts";
import { type KeySequence, pressKey, type ShortcutName } from "./shortcuts.ts";

/** Listens for the single-key shortcuts. Keys typed into a field are ignored. */
export function useShortcuts({ openSheet }: { openSheet: () => void }) {
  const navigate = useNavigate();
  const [singleKeys] = useSingleKeys();
  const pending = useRef<KeySequence | undefined>(undefined);

  const run: Record<ShortcutName, () => void> = {
    sheet: openSheet,
    find: () => controlOf("/")?.focus(),
    goAssistants: () => void navigate({ to: "/assistants" }),
    goCalls: () => void navigate({ to: "/calls" }),
    talk: () => controlOf("t")?.click(),
  };

  useWindowEvent("keydown", (event) => {
    if (!singleKeys || event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector("[aria-modal='true']")) return;
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

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}
