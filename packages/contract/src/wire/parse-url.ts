/**
 * The URL that a text is; undefined if it is none. Use it in place of `URL.canParse`: on Node 20 and 22, compiled code of that function
 * calls a URL invalid when its host has a letter such as "ü".
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
