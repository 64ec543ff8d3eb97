import { useWindowEvent } from "@mantine/hooks";
import { useSingleKeys } from "../../../kit/use-single-keys.ts";
import { type ConversationRow, stepFrom } from "../conversation/conversation.ts";
import type { Player } from "./player.ts";

/** Stepping back leaves the start of a word at once, otherwise it would get stuck on each. */
const WORD_SLACK_MS = 80;
/** Elements that handle the keys themselves. */
const OWN_KEYS = "input, textarea, select, [contenteditable], [role=tablist], [role=menu], [role=listbox], [aria-modal=true]";

/** Space plays, arrows move between turns, J and K between words. Part of the single-key shortcuts, which can be turned off. */
export function usePlayerKeys(player: Player | undefined, rows: readonly ConversationRow[], seek: (ms: number) => void): void {
  const [singleKeys] = useSingleKeys();
  useWindowEvent("keydown", (event) => {
    if (!player || !singleKeys || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest(OWN_KEYS)) return;
    if (event.key === " " && target?.closest("button, a")) return;
    const nowMs = player.positionMs();
    const turns = rows.map(({ startMs }) => startMs);
    const words = rows.flatMap((row) => row.words.map(({ startMs }) => startMs));
    const actOf = (key: string): (() => void) | undefined => {
      switch (key) {
        case " ":
          return () => player.toggle();
        case "ArrowLeft":
          return () => seek(stepFrom(turns, nowMs, "back"));
        case "ArrowRight":
          return () => seek(stepFrom(turns, nowMs, "on"));
        case "j":
          return () => seek(stepFrom(words, nowMs, "back", WORD_SLACK_MS));
        case "k":
          return () => seek(stepFrom(words, nowMs, "on"));
      }
    };
    const act = actOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });
}
