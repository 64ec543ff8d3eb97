import { useSingleKeys } from "../../../kit/use-single-keys.ts";
import { type ConversationRow, stepFrom } from "../conversation/conversation.ts";
import type { Player } from "./player.ts";

/** Just after the start of a word, stepping back skips that word; otherwise it would never get past it. */
const WORD_SLACK_MS = 80;

/** Space plays, arrows move between turns, J and K between words. */
export function usePlayerKeys(player: Player | undefined, rows: readonly ConversationRow[], seek: (ms: number) => void): void {
  useSingleKeys((event) => {
    if (!player) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest(event.key === " " ? "button, a" : "[role=tablist]")) return;
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
