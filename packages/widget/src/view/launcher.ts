import { html, nothing, type TemplateResult } from "lit";
import { TEXTS } from "../texts.ts";
import { ICONS } from "./icons.ts";
import { levels } from "./levels.ts";
import type { WidgetView } from "./widget-view.ts";

/** The button in the corner of the page. */
export function launcher(view: WidgetView): TemplateResult {
  const { options, isCallRunning } = view;
  const title = options.ctaTitle ?? options.title;
  const isSmall = options.size === "tiny" && options.mode === "voice";
  const icon = options.mode === "chat" ? ICONS.chat : ICONS.microphone;
  return html`<button
    type="button"
    class="launcher ${isSmall ? "tiny" : options.size}"
    part="launcher"
    aria-haspopup="dialog"
    aria-expanded="false"
    aria-label=${isCallRunning ? TEXTS.openRunning(title) : title}
    @click=${view.open}
  >
    ${isCallRunning ? levels("small") : icon}
    ${
      isSmall
        ? nothing
        : html`<span class="cta">
            <span class="cta-title">${title}</span>
            ${options.size === "full" && options.ctaSubtitle ? html`<span class="cta-subtitle">${options.ctaSubtitle}</span>` : nothing}
          </span>`
    }
  </button>`;
}

/** Replaces the button and shows the page's developer what is missing. */
export function brokenNotice({ fatal }: WidgetView): TemplateResult {
  return html`<div class="broken" part="error" role="alert">
    <strong>${TEXTS.broken}</strong>
    <ul>${fatal.map(({ message }) => html`<li>${message}</li>`)}</ul>
  </div>`;
}
