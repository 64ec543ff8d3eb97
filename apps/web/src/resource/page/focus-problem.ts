import type { ConfigProblem } from "../problems.ts";

/** Puts the cursor into the first field with a problem that is on the page. */
export function focusProblem(problems: readonly ConfigProblem[]): void {
  // After the parts that hold a problem have opened.
  requestAnimationFrame(() => {
    const controls = [...document.querySelectorAll<HTMLElement>("input[name], textarea[name], select[name]")];
    const names = new Set(problems.map(({ path }) => path));
    controls.find((control) => names.has(control.getAttribute("name") ?? ""))?.focus();
  });
}
