import { html, type TemplateResult } from "lit";

/** Five bars that follow the assistant's volume. `--callwright-level` (0 to 1) is set ten times a second. */
export function levels(size: "small" | "large"): TemplateResult {
  return html`<span class="levels ${size}" part="levels" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></span>`;
}
