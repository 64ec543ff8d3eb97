import { Lexer, type Token } from "marked";

/** Markdown as tokens. Loaded apart: it is a third of the widget, and nobody needs it before the panel opens. */
export function lex(text: string): Token[] {
  return new Lexer({ gfm: true, breaks: true }).lex(text);
}
