import { attributeOf, type WidgetOptionName } from "@callwright/widget/options";
import type { VisitorTarget } from "../../kit/visitor-link.ts";
import { applies, type ChosenOptions, defaultValue, type StudioOption } from "./embed-options.ts";

/** The element's attributes by name, without defaults and those that its mode ignores. A flag has an empty value. */
export function widgetAttributes(options: ChosenOptions): [name: string, value: string][] {
  return Object.entries(options)
    .filter(([name, value]) => applies(name as StudioOption, options) && value !== defaultValue(name as StudioOption))
    .map(([name, value]) => [attributeOf(name as StudioOption), value === true ? "" : String(value)]);
}

export interface SnippetParts {
  /** Address of the server. */
  origin: string;
  target: VisitorTarget;
  /** The public token, or a placeholder. */
  publicKey: string | undefined;
  options: ChosenOptions;
}

/** `assistant-id`, `squad-id` or `workflow-id`. */
export function targetAttributes(target: VisitorTarget): [name: string, value: string][] {
  return Object.entries(target).map(([name, id]) => [attributeOf(name as WidgetOptionName), id]);
}

/** Two lines of HTML: the script and the element. */
export function snippetOf({ origin, target, publicKey, options }: SnippetParts): string {
  const attributes = [
    ["public-key", publicKey ?? "YOUR_PUBLIC_TOKEN"] as const,
    ...targetAttributes(target),
    ...widgetAttributes(options),
  ].map(([name, value]) => (value === "" ? name : `${name}="${escapeAttribute(value)}"`));
  return [
    `<script type="module" src="${origin}/widget.js"></script>`,
    `<callwright-widget ${attributes.join(" ")}></callwright-widget>`,
  ].join("\n");
}

/** What the page's Content-Security-Policy must allow, if it has one. */
export function policyOf(origin: string): string {
  return `script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
