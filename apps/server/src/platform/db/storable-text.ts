/** A text as PostgreSQL takes it: U+0000 left out, half surrogates replaced. What a model says or a template makes may hold both. */
export function storableText(text: string): string {
  return text.replaceAll("\u0000", "").replace(/\p{Surrogate}/gu, "\uFFFD");
}
