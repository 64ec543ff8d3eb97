import type { Fields } from "@callwright/contract";
import { jsonFields } from "../base/json-fields.ts";
import { askOutside, type OutsideAnswer } from "./ask-outside.ts";
import type { OutsideNetwork } from "./outside-network.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

interface TokenRequest {
  url: URL;
  form: Record<string, string>;
  /** Headers besides those of every form. */
  headers?: Readonly<Record<string, string>>;
  /** Default: the request is never aborted. */
  signal?: AbortSignal;
}

/** Asks a service for tokens, as OAuth 2.0 does (RFC 6749). `fields`: what it answered, as far as that is an object. Fails as `askOutside` does. */
export async function askTokenUrl(
  network: OutsideNetwork,
  { url, form, headers, signal = new AbortController().signal }: TokenRequest,
): Promise<OutsideAnswer & { fields: Fields }> {
  const answer = await askOutside(network, {
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json", ...headers },
    body: new URLSearchParams(form).toString(),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  return { ...answer, fields: jsonFields(answer.text) };
}
