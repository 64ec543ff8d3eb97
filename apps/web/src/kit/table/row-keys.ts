import type { KeyboardEvent } from "react";

/** The up and down keys go to the same control of the row above or below. Enter opens a row, also from its check box. */
export function pressRowKey(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const { key, target, currentTarget } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof HTMLElement) || target.getAttribute("aria-expanded") === "true") return;
  const cell = target.closest("td");
  const row = cell?.closest("tr");
  // React also passes on events of the row's menus and dialogs, which are elsewhere in the document.
  if (!cell || !row || !currentTarget.contains(row)) return;
  if (key === "Enter" && target instanceof HTMLInputElement) row.querySelector("a")?.click();
  const next = key === "ArrowDown" ? row.nextElementSibling : key === "ArrowUp" ? row.previousElementSibling : null;
  const control = next?.children[cell.cellIndex]?.querySelector<HTMLElement>("a, button, input");
  if (!next || !control) return;
  event.preventDefault();
  control.focus();
  next.scrollIntoView({ block: "nearest" });
}
