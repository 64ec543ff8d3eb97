/** A voice as its provider describes it. */
export interface CatalogVoice {
  voiceId: string;
  name: string;
  gender?: "male" | "female";
  accent?: string;
  /** In English: "German". */
  language?: string;
  /** ISO 639-1, or longer: `de`, `de-DE`. */
  languageCode?: string;
  /** What an assistant's voice must name to speak with it, where that is not the default. */
  model?: string;
  description?: string;
  /** A sample that anybody can play. */
  previewUrl?: string;
  /** ISO 8601. */
  createdAt?: string;
  /** False: only this account has it. */
  isPublic: boolean;
}

/** A voice that somebody shares at the provider, and that can be added to the account. */
export interface SharedVoice extends Omit<CatalogVoice, "isPublic"> {
  publicOwnerId: string;
  age?: string;
}

export interface CatalogRequest {
  /** Default GET. */
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** Added to the provider's base URL. */
  path: string;
  /** An object is sent as JSON. */
  body?: object | FormData;
  /** Answers null, not an error, when the provider does not have it. Default false. */
  mayBeGone?: boolean;
}

/** Sends a request with the account's key, and answers the JSON that came back. Fails with a `ProviderError`. */
export type Ask = (request: CatalogRequest) => Promise<unknown>;

/** How a provider's voices are found. */
export interface VoiceCatalog {
  /** The page that documents the requests, and the day it was read. */
  readonly source: string;
  headers(key: string): Record<string, string>;
  /** False: the list is public, or known without a request. */
  readonly needsKey: boolean;
  list(ask: Ask): Promise<CatalogVoice[]>;
  /** Absent: the list is searched by name. */
  search?(ask: Ask, name: string): Promise<SharedVoice[]>;
}

/** Of a list in pages. No account has more voices than this. */
export const CATALOG_PAGES_MAX = 20;

const languages = new Intl.DisplayNames("en", { type: "language" });

/** The language of a code in English; undefined for what is no code. */
export function languageName(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  try {
    const name = languages.of(code.replaceAll("_", "-"));
    return name === code ? undefined : name;
  } catch {
    return undefined;
  }
}

/** `F`, `Female`, `feminine` and the like. */
export function genderOf(word: unknown): "male" | "female" | undefined {
  const text = typeof word === "string" ? word.toLowerCase() : "";
  if (/^(f|female|feminine|woman)$/.test(text)) return "female";
  return /^(m|male|masculine|man)$/.test(text) ? "male" : undefined;
}

/** The object without its undefined and empty values. */
export function known<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return Object.fromEntries(given) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}
