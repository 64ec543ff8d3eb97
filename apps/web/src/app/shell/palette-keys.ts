import type { PaletteStore } from "./palette-store.ts";
import { runFirstResult } from "./run-first-result.ts";

/**
 * ⌘K / Ctrl K, from the first moment of the page to its last. A listener of the shell's own would miss what is pressed between a
 * sign-in and the first screen, which takes a while on a busy machine. What is typed between ⌘K and the moment the palette's field
 * has the focus (it may still be loading) goes into the query all the same, not into the page below.
 */
export function listenForPalette(palette: PaletteStore): void {
  window.addEventListener("keydown", (event) => {
    if (isPaletteKey(event)) {
      if (palette.open()) event.preventDefault();
      return;
    }
    const isText = event.key.length === 1 && !event.metaKey && !event.ctrlKey && !event.altKey;
    // The dialog itself has the focus for a moment before its field does.
    const isInField = event.target instanceof HTMLInputElement && event.target.closest("[role=dialog]") !== null;
    const { opened, query } = palette.state();
    if (!opened || isInField || !(isText || event.key === "Enter")) return;
    event.preventDefault();
    if (isText) palette.setQuery(query + event.key);
    else runFirstResult(document.querySelector("[role=dialog]"));
  });
}

function isPaletteKey({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (metaKey || ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
}
