/** Enter in the palette when none of its results is selected yet, because they came after the query was typed: it means the first. */
export function runFirstResult(dialog: Element | null): void {
  if (!dialog?.querySelector("[data-selected]")) dialog?.querySelector<HTMLElement>("[data-action]")?.click();
}
