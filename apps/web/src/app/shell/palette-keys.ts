import type { PaletteStore } from "../../data/palette-store.ts";

/**
 * ⌘K / Ctrl K during the whole life of the page. A listener in the shell would miss keys pressed between sign-in and the first screen.
 * Text typed between ⌘K and the focus of the palette's field (it may still be loading) goes into the query, not into the page below.
 */
export function listenForPalette(palette: PaletteStore): void {
  window.addEventListener("keydown", (event) => {
    if (isPaletteKey(event)) {
      if (palette.open()) event.preventDefault();
      return;
    }
    const isText = event.key.length === 1 && !event.metaKey && !event.ctrlKey && !event.altKey;
    // The dialog gets the focus before its field does.
    const isInField = event.target instanceof HTMLInputElement && event.target.closest("[role=dialog]") !== null;
    const { opened, query } = palette.state();
    if (!opened || isInField || !(isText || event.key === "Enter")) return;
    event.preventDefault();
    if (isText) palette.setQuery(query + event.key);
    else runResult();
  });
}

function isPaletteKey({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (metaKey || ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
}

/** Enter when the focus is not in the palette's field, as after a click beside the results. */
function runResult(): void {
  const selected = document.querySelector<HTMLElement>("[role=dialog] [data-action][data-selected]");
  if (selected) selected.click();
  else runFirstResult(document.querySelector("[role=dialog]"));
}

/** Enter in the palette before a result is selected runs the first one. Results can arrive after the query was typed. */
export function runFirstResult(dialog: Element | null): void {
  if (!dialog?.querySelector("[data-selected]")) dialog?.querySelector<HTMLElement>("[data-action]")?.click();
}
