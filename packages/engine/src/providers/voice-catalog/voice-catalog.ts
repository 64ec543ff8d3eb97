import { z } from "zod";

/** A provider's description of a voice. */
export interface CatalogVoice {
  voiceId: string;
  name: string;
  gender?: "male" | "female";
  accent?: string;
  /** The language's English name: "German". */
  language?: string;
  /** ISO 639-1, or longer: `de`, `de-DE`. */
  languageCode?: string;
  /** The model that an assistant must set for this voice, if it is not the default. */
  model?: string;
  description?: string;
  /** A public sample. */
  previewUrl?: string;
  /** ISO 8601. */
  createdAt?: string;
  /** False: only this account has it. */
  isPublic: boolean;
}

/** A voice that another user shares at the provider, and that can be added to the account. */
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
  /** Returns null, not an error, if the provider does not have it. Default false. */
  mayBeGone?: boolean;
}

/** Sends a request with the account's key, and answers the JSON that came back. Fails with a `ProviderError`. */
export type Ask = (request: CatalogRequest) => Promise<unknown>;

/** How a provider's voices are found. */
export interface VoiceCatalog {
  /** The page that documents the requests, and the day it was read. */
  readonly source: string;
  /** False: the list is public, or known without a request. Default true. */
  readonly needsKey?: false;
  list(ask: Ask): Promise<CatalogVoice[]>;
  /** Absent: the list is searched by name. */
  search?(ask: Ask, name: string): Promise<SharedVoice[]>;
}

/** Maximum pages: no account has more voices. */
const PAGES_MAX = 20;

/** The voices of a list in pages. `read` returns one page, and the key of the next one; without a key it was the last. */
export async function voicesInPages(
  read: (from: string | undefined) => Promise<{ voices: CatalogVoice[]; next: string | null | undefined }>,
): Promise<CatalogVoice[]> {
  const all: CatalogVoice[] = [];
  let from: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { voices, next } = await read(from);
    all.push(...voices);
    if (!next || next === from) break;
    from = next;
  }
  return all;
}

/** A field of an answer that may be missing, or of another type. */
export const CatalogText = z.string().nullish().catch(undefined);

/** `alloy` is called Alloy. */
export const asName = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

const languages = new Intl.DisplayNames("en", { type: "language" });

/** The language of a code in English; undefined for what is no code. */
export function languageName(code: string | null | undefined): string | undefined {
  if (!code) return undefined;
  try {
    const name = languages.of(code.replaceAll("_", "-"));
    return name === code ? undefined : name;
  } catch {
    return undefined;
  }
}

/** `F`, `Female`, `feminine` and similar. */
export function genderOf(word: unknown): "male" | "female" | undefined {
  const text = typeof word === "string" ? word.toLowerCase() : "";
  if (/^(f|female|feminine|woman)$/.test(text)) return "female";
  return /^(m|male|masculine|man)$/.test(text) ? "male" : undefined;
}

type Known<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

/** The object without its undefined and empty values. */
export function known<Fields extends object>(fields: Fields): Known<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return Object.fromEntries(given) as Known<Fields>;
}
