import { html, type TemplateResult } from "lit";
import { markdown, type Rendered } from "./markdown.ts";
import type { lex } from "./markdown-lexer.ts";

let tokensOf: typeof lex | undefined;
let loading: Promise<void> | undefined;

/** Load the Markdown parser, once, and call back when it is here. Until then, and when it cannot be loaded, a message is its plain text. */
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

/** As it was written, line by line. */
export function plainText(text: string): TemplateResult {
  return html`<p class="written">${text}</p>`;
}
