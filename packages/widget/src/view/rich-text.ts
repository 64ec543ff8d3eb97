import { html, type TemplateResult } from "lit";
import { markdown, type Rendered } from "./markdown.ts";
import type { lex } from "./markdown-lexer.ts";

let tokensOf: typeof lex | undefined;
let loading: Promise<void> | undefined;

/** Loads the Markdown parser once and then calls back. Until then, or if loading fails, messages show as plain text. */
export function loadRichText(onLoaded: () => void): void {
  loading ??= import("./markdown-lexer.ts").then((module) => {
    tokensOf = module.lex;
  });
  loading.then(onLoaded, () => {
    loading = undefined;
  });
}

export function isRichTextLoaded(): boolean {
  return tokensOf !== undefined;
}

export function richText(text: string): Rendered {
  return tokensOf ? markdown(tokensOf(text)) : plainText(text);
}

/** Plain text, line by line. */
export function plainText(text: string): TemplateResult {
  return html`<p class="written">${text}</p>`;
}
