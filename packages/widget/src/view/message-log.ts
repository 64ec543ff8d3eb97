import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { HistoryMark, ShownItem, WidgetMessage } from "../conversation/history.ts";
import { TEXTS } from "../texts.ts";
import { isRichTextLoaded, plainText, richText } from "./rich-text.ts";
import type { WidgetView } from "./widget-view.ts";

/** All messages, in every mode. */
export function messageLog(view: WidgetView): TemplateResult {
  const { items, options } = view;
  const first = items.length === 0 && options.mode !== "voice" ? options.chatFirstMessage : undefined;
  return html`<div class="log" part="log" role="log" aria-label=${TEXTS.conversation} tabindex="0">
    ${first ? html`<div class="message assistant" part="message message-assistant">${author("assistant")}<div class="text">${richText(first)}</div></div>` : nothing}
    ${items.length === 0 && !first ? html`<p class="empty" part="empty">${emptyText(view)}</p>` : nothing}
    ${repeat(items, keyOf, (item) => (item.kind === "mark" ? mark(item.mark, view) : message(item.message, view)))}
  </div>`;
}

/** The text of an empty conversation. */
export function emptyText({ options, isCallRunning }: WidgetView): string {
  if (isCallRunning) return options.voiceActiveEmptyMessage;
  if (options.mode === "chat") return options.chatEmptyMessage;
  return options.mode === "voice" ? options.voiceEmptyMessage : options.hybridEmptyMessage;
}

function keyOf(item: ShownItem): string {
  return item.kind === "mark" ? item.id : item.message.id;
}

function mark(kind: HistoryMark, { options }: WidgetView): TemplateResult {
  const text = { "call-started": TEXTS.callStarted, "call-ended": TEXTS.callEnded, "chat-ended": options.chatEndMessage }[kind];
  return html`<p class="mark" part="mark">${text}</p>`;
}

function message(said: WidgetMessage, view: WidgetView): TemplateResult {
  const { role, text, partial, isComplete, isInterrupted, isTyped, via, problem } = said;
  const isWaiting = role === "assistant" && via === "chat" && !isComplete && !text;
  return html`<div class="message ${role}" part="message message-${role}" aria-busy=${isComplete ? nothing : "true"}>
    ${author(role)}
    <div class="text">
      ${isWaiting ? html`<span class="dots" role="img" aria-label=${TEXTS.replying}><i></i><i></i><i></i></span>` : nothing}
      ${guard([text, role, isRichTextLoaded()], () => (role === "assistant" ? richText(text) : plainText(text)))}
      ${partial ? html`<span class="partial" aria-hidden="true">${partial}</span>` : nothing}
    </div>
    ${via === "call" && isTyped && view.options.mode === "voice" ? html`<span class="note">${TEXTS.typed}</span>` : nothing}
    ${isInterrupted ? html`<span class="note">${TEXTS.interrupted}</span>` : nothing}
    ${problem ? failure(said, problem, view) : nothing}
  </div>`;
}

function author(role: WidgetMessage["role"]): TemplateResult {
  return html`<span class="unseen">${role === "user" ? TEXTS.you : TEXTS.assistant}: </span>`;
}

function failure({ id, role }: WidgetMessage, problem: string, view: WidgetView): TemplateResult {
  return html`<div class="failure" role="alert">
    <span>${problem}</span>
    ${role === "user" ? html`<button type="button" class="plain" part="button" @click=${() => view.retry(id)}>${TEXTS.again}</button>` : nothing}
  </div>`;
}
