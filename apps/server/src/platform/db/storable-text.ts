/** A text that PostgreSQL accepts: without U+0000, half surrogates replaced. Texts of models and templates may contain both. */
export function storableText(text: string): string {
  return text.replaceAll("\u0000", "").replace(/\p{Surrogate}/gu, "\uFFFD");
}
