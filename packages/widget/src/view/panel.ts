import { html, nothing, type TemplateResult } from "lit";
import { problemText, TEXTS } from "../texts.ts";
import { controls } from "./controls.ts";
import { ICONS } from "./icons.ts";
import { levels } from "./levels.ts";
import { emptyText, messageLog } from "./message-log.ts";
import { richText } from "./rich-text.ts";
import { showsWords, type WidgetView } from "./widget-view.ts";

/** The open widget. Not modal, so the page stays usable. */
export function panel(view: WidgetView): TemplateResult {
  const { options } = view;
  const size = options.size === "tiny" && options.mode !== "voice" ? "compact" : options.size;
  return html`<section
    class="panel ${size}"
    part="panel"
    role="dialog"
    aria-labelledby="title"
    tabindex="-1"
    @keydown=${(event: KeyboardEvent) => keyPressed(event, view)}
    @keyup=${stop}
    @keypress=${stop}
  >
    ${header(view)} ${view.needsConsent ? consent(view) : html`${notices(view)} ${showsWords(view) ? messageLog(view) : stage(view)} ${controls(view)}`}
  </section>`;
}

function header(view: WidgetView): TemplateResult {
  const { options, state, items, isChatEnded, isCallRunning } = view;
  const isTyping = options.mode !== "voice" && !isCallRunning && !isChatEnded;
  const hasChat = state.sessionId !== undefined || state.isReplying;
  return html`<header class="header" part="header">
    <div class="names">
      <h2 id="title" part="title">${options.title}</h2>
      <p class="status" part="status" role="status">${statusText(view)}</p>
    </div>
    ${isTyping && hasChat && items.length > 0 ? html`<button type="button" class="plain" part="button" @click=${view.endChat}>${TEXTS.endChat}</button>` : nothing}
    <button type="button" class="plain icon" part="button close-button" aria-label=${TEXTS.close} @click=${view.close}>${ICONS.close}</button>
  </header>`;
}

function statusText({ state, options }: WidgetView): string {
  if (state.phase === "ended" && options.mode !== "voice") return "";
  const isTalking = state.phase === "listening" || state.phase === "speaking";
  return isTalking && state.isMuted ? TEXTS.muted : TEXTS.phase[state.phase];
}

/** A call without a transcript. Shows who speaks. */
function stage(view: WidgetView): TemplateResult {
  return html`<div class="stage">
    ${levels("large")}
    <p class="empty" part="empty">${view.state.phase === "speaking" ? TEXTS.phase.speaking : emptyText(view)}</p>
  </div>`;
}

function consent({ options, agree, refuse }: WidgetView): TemplateResult {
  return html`<div class="consent" part="consent" role="group" aria-labelledby="consent-title">
      <h3 id="consent-title">${options.consentTitle}</h3>
      <div class="consent-text" tabindex="0">${richText(options.consentContent)}</div>
    </div>
    <footer class="controls two" part="controls">
      <button type="button" class="plain wide" part="button" @click=${refuse}>${TEXTS.cancel}</button>
      <button type="button" class="filled wide" part="button start-button" data-focus @click=${agree}>${TEXTS.agree}</button>
    </footer>`;
}

/** Escape closes. Key events do not reach the page, whose shortcuts would react to typing. */
function keyPressed(event: KeyboardEvent, view: WidgetView): void {
  event.stopPropagation();
  if (event.key !== "Escape" || event.isComposing) return;
  event.preventDefault();
  view.close();
}

function stop(event: Event): void {
  event.stopPropagation();
}

/** Notices that the visitor can act on. */
function notices(view: WidgetView): TemplateResult {
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
