import { Lexer, type Token } from "marked";

/** The Markdown parser. Loaded lazily: it is a third of the widget and not needed until the panel opens. */
export function lex(text: string): Token[] {
  return new Lexer({ gfm: true, breaks: true }).lex(text);
}
