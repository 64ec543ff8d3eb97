import { useTranslation } from "react-i18next";

/** Specific names first: some user agents also name other browsers. */
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

/** The browser and system of a `User-Agent` header; each undefined if unknown. */
export function readUserAgent(userAgent: string): { program: string | undefined; system: string | undefined } {
  const named = (table: typeof PROGRAMS) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { program: named(PROGRAMS), system: named(SYSTEMS) };
}

/** "Chrome on Linux", as far as a `User-Agent` header says it. Unknown clients are named by the header's first word. Undefined without a header. */
export function useDeviceName(): (userAgent: string | null | undefined) => string | undefined {
  const { t } = useTranslation();
  return (userAgent) => {
    if (!userAgent) return undefined;
    const { program, system } = readUserAgent(userAgent);
    if (program && system) return t("account.deviceOn", { program, system });
    return program ?? system ?? userAgent.split(/[\s/]/)[0];
  };
}
