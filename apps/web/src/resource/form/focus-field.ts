const CONTROLS = "input:not([type=hidden]), textarea, select, [contenteditable=true]";

/** Focuses the first field at one of these dotted paths, once it is rendered. */
export function focusField(paths: readonly string[]): void {
  requestAnimationFrame(() => controlAt(document, paths)?.focus());
}

/** Makes a dialog that contains this element open with the focus in the first field at one of these paths: its focus trap reads the attribute. */
export function beginAtField(element: HTMLElement | null, paths: readonly string[]): void {
  if (element) controlAt(element, paths)?.setAttribute("data-autofocus", "");
}

function controlAt(root: ParentNode, paths: readonly string[]): HTMLElement | null | undefined {
  const places = [...root.querySelectorAll<HTMLElement>("[data-path]")];
  return places.find(({ dataset }) => paths.includes(dataset.path ?? ""))?.querySelector<HTMLElement>(CONTROLS);
}
