/** Of those whose texts also name others, the telling one first. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^callwright/i, "Callwright's command line"],
  [/^curl\//, "curl"],
  [/^(?:node|undici)\b/i, "Node.js"],
  [/^python|^aiohttp/i, "Python"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac(?:intosh| OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a `User-Agent` header says, as people would: a program and a system, each undefined when it is none that is known. */
export function readUserAgent(userAgent: string): { program: string | undefined; system: string | undefined } {
  const named = (table: typeof PROGRAMS) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { program: named(PROGRAMS), system: named(SYSTEMS) };
}
