import { createPublicKey, type KeyObject } from "node:crypto";
import { askCarrier, type CarrierProblem, failureOfRequest, orNone } from "../carrier/carrier-request.ts";

/** Keys of a Telnyx account. */
export interface TelnyxAccount {
  apiKey: string;
  /** Telnyx signs with its counterpart: 32 bytes in base64. */
  publicKey: string;
}

/** Telnyx' error codes for a command to a call that has ended. */
const OVER_CODES: ReadonlySet<string | undefined> = new Set(["90018", "90053", "90055"]);

interface Answer<Data> {
  data: Data;
  errors?: { code?: unknown; title?: unknown; detail?: unknown }[];
}

const API = {
  carrier: "Telnyx",
  keys: "the API key",
  refusalOf({ errors }: Partial<Answer<unknown>>) {
    const { code, title, detail } = errors?.[0] ?? {};
    return { detail: detail ?? title, code };
  },
};

export interface Telnyx {
  /** The `data` of the answer. Undefined for a 404. */
  get<Data>(path: string): Promise<Data | undefined>;
  send<Data>(method: "DELETE" | "PATCH" | "POST", path: string, body?: object): Promise<Data>;
}

/** Version 2 of Telnyx' API. Its own client has 37 MB, and this server needs a handful of requests. */
export function openTelnyx({ apiKey }: Pick<TelnyxAccount, "apiKey">, origin: string): Telnyx {
  async function request<Data>(method: string, path: string, json?: object): Promise<Data> {
    const asked = { method, authorization: `Bearer ${apiKey}`, json };
    return (await askCarrier<Answer<Data>>(API, `${origin}/v2${path}`, asked)).data;
  }
  return { get: <Data>(path: string) => orNone(request<Data>("GET", path)), send: request };
}

const isOver = ({ code }: CarrierProblem) => OVER_CODES.has(code);
export const telnyxFailure = (error: unknown) => failureOfRequest("Telnyx", error, isOver);

/** The bytes before the 32 bytes of an Ed25519 key in its usual form (SPKI). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const KEY_BYTES = 32;

/** Undefined: the text is not such a key. */
export function readPublicKey(publicKey: string): KeyObject | undefined {
  const bytes = Buffer.from(publicKey, "base64");
  if (bytes.length !== KEY_BYTES) return undefined;
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: "der", type: "spki" });
}
