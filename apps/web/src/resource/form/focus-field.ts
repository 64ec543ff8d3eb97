const CONTROLS = "input:not([type=hidden]), textarea, select, [contenteditable=true]";

/** Puts the cursor into the first field of the page that is at one of these dotted paths, once it is drawn. */
export function focusField(paths: readonly string[]): void {
  requestAnimationFrame(() => {
    const places = [...document.querySelectorAll<HTMLElement>("[data-path]")];
    const place = places.find(({ dataset }) => paths.includes(dataset.path ?? ""));
    place?.querySelector<HTMLElement>(CONTROLS)?.focus();
  });
}
