/** A voice agent on any web page: importing this module defines `<callwright-widget>`. */
import { CallwrightWidget } from "./callwright-widget.ts";

export type { HistoryMark, WidgetMessage } from "./conversation/history.ts";
export type {
  ChoiceOption,
  FlagOption,
  ObjectOption,
  TextOption,
  WidgetOption,
  WidgetOptionName,
  WidgetOptions,
} from "./options/widget-options.ts";
export { attributeOf, defaultOf, WIDGET_OPTION_NAMES, WIDGET_OPTIONS } from "./options/widget-options.ts";
export type { WidgetError, WidgetEventDetails, WidgetEventMap, WidgetPhase, WidgetState } from "./widget-events.ts";
export { CallwrightWidget };

declare global {
  interface HTMLElementTagNameMap {
    "callwright-widget": CallwrightWidget;
  }
}

// A page may load the module twice.
if (!customElements.get("callwright-widget")) customElements.define("callwright-widget", CallwrightWidget);
