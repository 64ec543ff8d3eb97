const CONTROLS = "input:not([type=hidden]), textarea, select, [contenteditable=true]";

/** Focuses the first field at one of these dotted paths, once it is rendered. */
export function focusField(paths: readonly string[]): void {
  requestAnimationFrame(() => {
    const places = [...document.querySelectorAll<HTMLElement>("[data-path]")];
    const place = places.find(({ dataset }) => paths.includes(dataset.path ?? ""));
    place?.querySelector<HTMLElement>(CONTROLS)?.focus();
  });
}
