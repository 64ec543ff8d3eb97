import type { ConfigProblem } from "../problems.ts";

const CONTROLS = "input:not([type=hidden]), textarea, select, [contenteditable=true]";

/** Puts the cursor into the first field of the page that has a problem. */
export function focusProblem(problems: readonly ConfigProblem[]): void {
  const paths = new Set(problems.map(({ path }) => path));
  // After the parts that hold a problem have opened.
  requestAnimationFrame(() => {
    const places = [...document.querySelectorAll<HTMLElement>("[data-path]")];
    const place = places.find(({ dataset }) => paths.has(dataset.path ?? ""));
    place?.querySelector<HTMLElement>(CONTROLS)?.focus();
  });
}
