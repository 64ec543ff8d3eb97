/**
 * Parses a URL. Undefined: the text is no URL. It replaces `URL.canParse`, which on Node 20 and 22 calls hosts with letters such as "ü" invalid
 * once V8 has compiled its caller.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
