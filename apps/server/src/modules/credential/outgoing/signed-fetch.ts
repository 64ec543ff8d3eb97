import { Readable } from "node:stream";
import { openAnswer } from "../../../platform/net/ask-outside.ts";
import { requestSecrets } from "../../../platform/net/request-secrets.ts";
import { lowerCase } from "./send-request.ts";
import { type SigningContext, signRequest } from "./sign-request.ts";

interface SignedFetchOptions {
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  credentialId: string | undefined;
  /** A longer answer breaks off. */
  maxBytes: number;
  /** Gets the secrets of each request: an answer that is stored or shown must not have them. */
  secrets: Set<string>;
}

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Statuses for which a `Response` must have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * A `fetch` for a library that talks to the server of an organization, with streamed answers: over the guarded network, signed as `signRequest`
 * does. A refused access token is renewed once. Redirects are answers: their target is no address that anybody entered. Fails with a
 * `PrivateAddressError` and as `signRequest` does.
 */
export function signedFetch(
  context: Omit<SigningContext, "signal">,
  orgId: string,
  { headers: own, credentialId, maxBytes, secrets }: SignedFetchOptions,
): Fetch {
  async function send(address: string | URL, init: RequestInit, isTokenRefused: boolean): Promise<Response> {
    const { method = "GET", signal } = init;
    const url = new URL(address);
    const body = typeof init.body === "string" ? init.body : "";
    const limited = { ...context, signal: signal ?? new AbortController().signal };
    const request = { method, url, body, isTokenRefused };
    const proof = credentialId === undefined ? undefined : await signRequest(limited, orgId, credentialId, request);
    const headers = {
      "user-agent": "Callwright",
      ...lowerCase(own),
      ...Object.fromEntries(new Headers(init.headers)),
      ...lowerCase(proof?.headers ?? {}),
    };
    for (const secret of requestSecrets({ url, headers, secrets: Object.values(proof?.headers ?? {}) })) secrets.add(secret);
    const answer = await openAnswer(context.network, { method, url, headers, body, signal: limited.signal });
    const { statusCode = 502 } = answer;
    if (statusCode === 401 && proof?.hasAccessToken && !isTokenRefused) {
      answer.destroy();
      return send(address, init, true);
    }
    const hasBody = !WITHOUT_BODY.has(statusCode);
    if (!hasBody) answer.resume();
    return new Response(hasBody ? bodyOf(answer, maxBytes) : null, {
      status: statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
      ),
    });
  }
  return (url, init = {}) => send(url, init, false);
}

function bodyOf(answer: Readable, maxBytes: number): ReadableStream<Uint8Array> {
  let left = maxBytes;
  const limited = answer.map((chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) throw new Error(`the answer has more than ${maxBytes / 1024 / 1024} MB`);
    return chunk;
  });
  return Readable.toWeb(limited) as ReadableStream<Uint8Array>;
}
