import { attributeOf } from "@callwright/widget/options";
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
  assistantId: string;
  /** The public token, or a placeholder. */
  publicKey: string | undefined;
  options: ChosenOptions;
}

/** Two lines of HTML: the script and the element. */
export function snippetOf({ origin, assistantId, publicKey, options }: SnippetParts): string {
  const attributes = [
    ["public-key", publicKey ?? "YOUR_PUBLIC_TOKEN"] as const,
    ["assistant-id", assistantId] as const,
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
