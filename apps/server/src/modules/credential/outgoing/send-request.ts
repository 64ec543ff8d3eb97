import { parseUrl, timeLimit } from "@callwright/contract";
import { askOutside, type OutsideAnswer } from "../../../platform/net/ask-outside.ts";
import { type Proof, type SigningContext, signRequest } from "./sign-request.ts";

/** A request to the server of an organization. */
export interface OutgoingRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** JSON; empty for a request without one. */
  body: string;
  /** Proves who sends it. */
  credentialId?: string | undefined;
  /** From the connection to the last byte, including redirects and access tokens. */
  timeoutMs: number;
  /** Maximum bytes of the answer that are read. */
  maxBytes: number;
  /** See `OutsideRequest`. */
  encoding?: BufferEncoding | undefined;
  chosen?: readonly string[] | undefined;
}

const NO_PROOF: Proof = { headers: {}, hasAccessToken: false, isOfOneRequest: false };
const REDIRECTS_MAX = 5;
/** The client decides how a message is sent, not the author of its headers. */
const TRANSPORT_HEADERS = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** Redirects that keep method and body. */
const KEEPING_REDIRECTS = new Set([307, 308]);
/** Redirects that a request without a body follows, too. */
const OTHER_REDIRECTS = new Set([301, 302, 303]);

/**
 * Sends a signed request over the guarded network. Redirects are followed, to another origin without headers and credential. A refused access
 * token is renewed once. Fails with a `PrivateAddressError`, as `signRequest` does, or with an `Error` that says why there is no answer.
 */
export async function sendRequest(context: SigningContext, orgId: string, request: OutgoingRequest): Promise<OutsideAnswer> {
  const tooLate = timeLimit(request.timeoutMs);
  const limited = { ...context, signal: AbortSignal.any([tooLate, context.signal]) };
  try {
    const answer = await follow(limited, orgId, request, false);
    return answer.status === 401 && answer.hasAccessToken ? await follow(limited, orgId, request, true) : answer;
  } catch (cause) {
    if (tooLate.aborted) throw new Error(`no answer within ${request.timeoutMs / 1000} s`, { cause });
    throw cause;
  }
}

async function follow(
  context: SigningContext,
  orgId: string,
  request: OutgoingRequest,
  isTokenRefused: boolean,
): Promise<OutsideAnswer & Pick<Proof, "hasAccessToken">> {
  const { credentialId } = request;
  const { origin } = request.url;
  let { url } = request;
  for (let redirects = 0; ; redirects++) {
    const isOwn = url.origin === origin;
    const proof =
      isOwn && credentialId !== undefined
        ? await signRequest(context, orgId, credentialId, { ...request, url, isTokenRefused })
        : NO_PROOF;
    const answer = await send(context, { ...request, url, headers: isOwn ? request.headers : {} }, proof.headers);
    const next = redirectOf(answer, url, request);
    if (!next) return { ...answer, hasAccessToken: proof.hasAccessToken };
    if (redirects === REDIRECTS_MAX) throw new Error(`more than ${REDIRECTS_MAX} redirects`);
    if (url.protocol === "https:" && next.protocol !== "https:") throw new Error("a redirect from https to http was refused");
    url = next;
  }
}

function send(
  { network, signal }: SigningContext,
  { headers: given, body, credentialId: _, ...request }: OutgoingRequest,
  proof: Record<string, string>,
): Promise<OutsideAnswer> {
  const own = Object.entries(lowerCase(given)).filter(([name]) => !TRANSPORT_HEADERS.has(name));
  const headers = {
    "user-agent": "Callwright",
    accept: "*/*",
    ...(body === "" ? {} : { "content-type": "application/json" }),
    ...Object.fromEntries(own),
    ...lowerCase(proof),
  };
  return askOutside(network, { ...request, headers, body, secrets: Object.values(proof), signal });
}

/** The next address of a redirect that this request may follow. */
function redirectOf({ status, headers }: OutsideAnswer, from: URL, { body }: OutgoingRequest): URL | undefined {
  const isFollowed = KEEPING_REDIRECTS.has(status) || (OTHER_REDIRECTS.has(status) && body === "");
  if (!isFollowed || headers.location === undefined) return undefined;
  const url = parseUrl(headers.location, from);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

/** Headers by lower-case name, so that equal names replace each other. */
export function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
