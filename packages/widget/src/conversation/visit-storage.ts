import type { JoinableCall } from "@callwright/call";

/** What the browser remembers of a visit. A browser that refuses storage remembers nothing, and everything else works. */

const EXPANDED_KEY = "callwright_widget_expanded";
/** A call that nobody rejoined for an hour is over. */
const KEPT_CALL_MAX_AGE_SECONDS = 3600;

function quietly<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

export function isConsentGiven(key: string): boolean {
  return quietly(() => localStorage.getItem(key)) === "true";
}

export function keepConsent(key: string): void {
  quietly(() => localStorage.setItem(key, "true"));
}

/** Was the panel open when the page was left? `name` tells the widgets of a page apart. */
export function wasExpanded(name: string): boolean {
  return quietly(() => sessionStorage.getItem(`${EXPANDED_KEY}${name}`)) === "true";
}

export function keepExpanded(name: string, isExpanded: boolean): void {
  quietly(() => sessionStorage.setItem(`${EXPANDED_KEY}${name}`, String(isExpanded)));
}

/** A running call that a reload, or the next page, comes back to. */
export interface KeptCall {
  call: JoinableCall;
  /** Of the options the call was started with: other options are another call. */
  fingerprint: string;
}

export interface CallStore {
  keep(kept: KeptCall): void;
  take(): KeptCall | undefined;
  clear(): void;
}

/**
 * `session`: this tab alone. `cookies`: every tab of this host, for an hour; never other hosts of its domain, for no rule
 * tells where a domain begins (`example.co.uk`).
 */
export function callStore(kind: "session" | "cookies", key: string): CallStore {
  return kind === "cookies" ? cookieStore(key) : sessionStore(key);
}

function sessionStore(key: string): CallStore {
  return {
    keep: (kept) => quietly(() => sessionStorage.setItem(key, JSON.stringify(kept))),
    take: () => parse(quietly(() => sessionStorage.getItem(key))),
    clear: () => quietly(() => sessionStorage.removeItem(key)),
  };
}

function cookieStore(key: string): CallStore {
  const name = encodeURIComponent(key);
  const write = (value: string, maxAgeSeconds: number) => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
    document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
  };
  return {
    keep: (kept) => write(encodeURIComponent(JSON.stringify(kept)), KEPT_CALL_MAX_AGE_SECONDS),
    take: () => {
      const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
      return parse(quietly(() => decodeURIComponent(found?.slice(name.length + 1) ?? "")));
    },
    clear: () => write("", 0),
  };
}

function parse(text: string | null | undefined): KeptCall | undefined {
  return quietly(() => (text ? (JSON.parse(text) as KeptCall) : undefined));
}

/** Tells one set of options from another, without keeping them. Undefined where the page has no cryptography (plain http). */
export async function fingerprintOf(options: unknown): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(options));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
