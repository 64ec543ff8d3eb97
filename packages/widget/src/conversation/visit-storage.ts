import type { JoinableCall } from "@callwright/call";

/** The browser's stored data of a visit. Everything else works without storage. */

const EXPANDED_KEY = "callwright_widget_expanded";
/** A stored call expires after an hour. */
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

/** The panel was open on the previous page. `name` distinguishes the widgets of a page. */
export function wasExpanded(name: string): boolean {
  return quietly(() => sessionStorage.getItem(`${EXPANDED_KEY}${name}`)) === "true";
}

export function keepExpanded(name: string, isExpanded: boolean): void {
  quietly(() => sessionStorage.setItem(`${EXPANDED_KEY}${name}`, String(isExpanded)));
}

/** A running call that a reload or the next page can rejoin. */
export interface KeptCall {
  call: JoinableCall;
  /** Fingerprint of the call's options. With other options, it is another call. */
  fingerprint: string;
}

export interface KeptCallStore {
  keep(kept: KeptCall): void;
  take(): KeptCall | undefined;
  clear(): void;
}

/**
 * `session`: this tab only. `cookies`: every tab of this host, for an hour. Never other hosts of the domain, because no rule
 * says where a domain begins (`example.co.uk`).
 */
export function callStore(kind: "session" | "cookies", key: string): KeptCallStore {
  return kind === "cookies" ? cookieStore(key) : sessionStore(key);
}

function sessionStore(key: string): KeptCallStore {
  return {
    keep: (kept) => quietly(() => sessionStorage.setItem(key, JSON.stringify(kept))),
    take: () => parse(quietly(() => sessionStorage.getItem(key))),
    clear: () => quietly(() => sessionStorage.removeItem(key)),
  };
}

function cookieStore(key: string): KeptCallStore {
  const name = encodeURIComponent(key);
  const write = (value: string, maxAgeSeconds: number) => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
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

/** A hash of the options. Undefined on plain http, where pages have no Web Crypto. */
export async function fingerprintOf(options: unknown): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(options));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
