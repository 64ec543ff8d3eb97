import { html, type TemplateResult } from "lit";

/** Five bars that move with the assistant's voice: `--callwright-level` (0 to 1) is set on them ten times a second. */
export function levels(size: "small" | "large"): TemplateResult {
  return html`<span class="levels ${size}" part="levels" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></span>`;
}
