const CONTROLS = "input:not([type=hidden]), textarea, select, button";
/** A tab is loaded when it is first opened. */
const FRAMES = 120;

/** Focuses the control of this name, or the closest part of the form around it that is shown, once its tab is there. */
export function focusControl(name: string, frames = FRAMES): void {
  const steps = name.split(".");
  const names = steps.map((_, index) => steps.slice(0, steps.length - index).join("."));
  requestAnimationFrame(() => {
    const control = names.map(controlOf).find((found) => found !== undefined);
    if (control) control.focus();
    else if (frames > 0) focusControl(name, frames - 1);
  });
}

function controlOf(name: string): HTMLElement | undefined {
  const named = document.getElementsByName(name)[0];
  // A select with a search has its name on a hidden input after it.
  const isHidden = named instanceof HTMLInputElement && named.type === "hidden";
  if (named && !isHidden) return named;
  const place = named?.previousElementSibling ?? document.querySelector(`[data-path="${CSS.escape(name)}"]`);
  return place?.querySelector<HTMLElement>(CONTROLS) ?? undefined;
}
