const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SLUG = /^[a-z0-9]+(?:[-._][a-z0-9]+)*$/;
const SLUG_MAX_CHARACTERS = 60;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export function isSlug(text: string): boolean {
  return SLUG.test(text) && !isUuid(text);
}

/** `Front desk (Vienna)` → `front-desk-vienna`. `fallback` is used for a name without letters and digits. */
export function slugify(name: string, fallback: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX_CHARACTERS)
    .replace(/^-+|-+$/g, "");
  if (words === "") return fallback;
  return isUuid(words) ? `${fallback}-${words}` : words;
}

/** The wanted slug, or with a number if it is taken. Takes it. */
export function takeSlug(wanted: string, taken: Set<string>): string {
  let slug = wanted;
  for (let count = 2; taken.has(slug); count++) slug = `${wanted}-${count}`;
  taken.add(slug);
  return slug;
}
