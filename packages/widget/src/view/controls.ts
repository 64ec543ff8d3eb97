import { CHAT_MESSAGE_MAX_CHARACTERS } from "@callwright/contract";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { TEXTS } from "../texts.ts";
import { ICONS } from "./icons.ts";
import { levels } from "./levels.ts";
import { mayType, showsWords, type WidgetView } from "./widget-view.ts";

/** The controls at the bottom of the panel. */
export function controls(view: WidgetView): TemplateResult {
  const { options, isCallRunning } = view;
  return html`<footer class="controls" part="controls">
    ${isCallRunning ? callBar(view) : nothing}
    ${mayType(view) ? composer(view) : nothing}
    ${!isCallRunning && options.mode === "voice" ? startButton(view, true) : nothing}
    ${!isCallRunning && view.isChatEnded ? startOver(view) : nothing}
  </footer>`;
}

function callBar(view: WidgetView): TemplateResult {
  const { state, options, call } = view;
  const hasMicrophone = call.microphone?.status !== "unavailable";
  return html`<div class="call-bar">
    ${showsWords(view) ? levels("small") : nothing}
    <button
      type="button"
      class="plain"
      part="button mute-button"
      aria-pressed=${state.isMuted ? "true" : "false"}
      ?disabled=${!hasMicrophone || state.phase === "asking-microphone"}
      @click=${view.toggleMuted}
    >
      ${state.isMuted ? ICONS.microphoneOff : ICONS.microphone}
      <span>${state.isMuted ? TEXTS.unmute : TEXTS.mute}</span>
    </button>
    <button type="button" class="plain end" part="button end-button" data-focus @click=${view.endCall}>${options.endButtonText}</button>
  </div>`;
}

function startButton({ options, state, startCall }: WidgetView, isWide: boolean): TemplateResult {
  return html`<button
    type="button"
    class="filled ${isWide ? "wide" : ""}"
    part="button start-button"
    data-focus
    ?disabled=${state.phase === "ending" || !state.isOnline}
    @click=${startCall}
  >
    ${ICONS.microphone}<span>${options.startButtonText}</span>
  </button>`;
}

function composer(view: WidgetView): TemplateResult {
  const { options, draft, isCallRunning } = view;
  const canStart = options.mode === "hybrid" && !isCallRunning;
  return html`<form class="composer" @submit=${(event: Event) => submit(event, view)}>
    <textarea
      rows="1"
      part="input"
      data-focus
      aria-label=${TEXTS.write}
      placeholder=${options.chatPlaceholder}
      maxlength=${CHAT_MESSAGE_MAX_CHARACTERS}
      .value=${live(draft)}
      @input=${(event: InputEvent) => view.changeDraft((event.target as HTMLTextAreaElement).value)}
      @keydown=${(event: KeyboardEvent) => sendOnEnter(event, view)}
    ></textarea>
    ${
      canStart && !draft.trim()
        ? startButton(view, false)
        : html`<button type="submit" class="filled icon" part="button send-button" aria-label=${TEXTS.send} ?disabled=${!draft.trim()}>
            ${ICONS.send}
          </button>`
    }
  </form>`;
}

function startOver(view: WidgetView): TemplateResult {
  return html`<button type="button" class="filled wide" part="button" data-focus @click=${view.startOver}>${TEXTS.startOver}</button>`;
}

function submit(event: Event, view: WidgetView): void {
  event.preventDefault();
  view.send();
}

/** Enter sends, Shift+Enter adds a line. During IME composition, Enter confirms the composition. */
function sendOnEnter(event: KeyboardEvent, view: WidgetView): void {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  view.send();
}
