import { html, nothing, type TemplateResult } from "lit";
import { problemText, TEXTS } from "../texts.ts";
import type { WidgetView } from "./widget-view.ts";

/** Notices that the visitor can act on. */
export function notices(view: WidgetView): TemplateResult {
  const { state, call, isCallRunning, problem } = view;
  const isMicrophoneMissing = isCallRunning && call.microphone?.status === "unavailable";
  return html`<div class="notices">
    ${state.isOnline ? nothing : html`<div class="notice" part="notice" role="status">${TEXTS.offline}</div>`}
    ${isCallRunning && call.isConnectionInterrupted ? html`<div class="notice" part="notice" role="status">${TEXTS.interruptedConnection}</div>` : nothing}
    ${problem && !isHeardAgain(view) ? html`<div class="notice bad" part="notice" role="alert">${problemText(problem)}</div>` : nothing}
    ${isMicrophoneMissing ? microphoneNotice(view) : nothing}
  </div>`;
}

/** The browser blocked the sound at first, but it plays now. */
function isHeardAgain({ problem, call }: WidgetView): boolean {
  return problem?.code === "sound-blocked" && call.problem?.code !== "sound-blocked";
}

function microphoneNotice({ call, retryMicrophone }: WidgetView): TemplateResult {
  const problem = call.microphone?.status === "unavailable" ? call.microphone.problem : "missing";
  return html`<div class="notice" part="notice" role="status">
    <span>${TEXTS.microphone[problem]}</span>
    ${problem === "insecure" ? nothing : html`<button type="button" class="plain" part="button" @click=${retryMicrophone}>${TEXTS.again}</button>`}
  </div>`;
}
