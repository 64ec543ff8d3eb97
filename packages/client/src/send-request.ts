import { ApiError, ServerUnreachableError } from "./api-error.ts";
import { buildRequest, buildUrl, type LooseOptions } from "./build-request.ts";
import { readError } from "./read-answer.ts";
import { withRetries } from "./retry.ts";
import type { RouteAddress } from "./route-addresses.ts";
import { upload } from "./upload.ts";

/** Why a token is asked for. `rejected` is the token the server has just refused: answer with a fresh one. */
export interface TokenRequest {
  rejected: string | undefined;
}

export interface ClientOptions {
  /** Where the API lives, e.g. `https://voice.example.com`. "" is the page's own origin. */
  baseUrl: string;
  /** The bearer token, or how to get it: asked before every call, and once more when the server refuses it. */
  token: string | ((request: TokenRequest) => string | Promise<string>);
  /**
   * How often a request is sent again that was answered with 408, 429 or 5xx (but not 501), after the `Retry-After` of the answer if that is at most
   * 60 s, else after 0.5 s, 1 s, 2 s, … A POST is safe by its `Idempotency-Key`, on servers that know it. Default 0: a person who waits
   * is better told; a script will rather want 2.
   */
  retries?: number;
  /** Default: the global one. */
  fetch?: typeof fetch;
}

/**
 * Sends a request, with a token where the route needs one, and once more with a fresh one when the server refuses it. `read` takes what
 * is needed of a success. Fails with an `ApiError`, a `ServerUnreachableError`, or with what aborted it.
 */
export async function sendRequest<Read>(
  options: ClientOptions,
  route: RouteAddress,
  callOptions: LooseOptions,
  read: (response: Response, url: string) => Promise<Read>,
): Promise<Read> {
  const { baseUrl } = options;
  const { signal } = callOptions;
  const url = buildUrl(baseUrl, route.path, callOptions);
  const send = async (token: string | undefined) => {
    try {
      const response = await transmit(options, url, buildRequest(route, callOptions, token), callOptions);
      if (!response.ok) throw await readError(response);
      return await read(response, url);
    } catch (error) {
      if (error instanceof ApiError || signal?.aborted) throw error;
      throw new ServerUnreachableError(baseUrl, error);
    }
  };
  return withRetries(options.retries ?? 0, signal, () => (route.needsToken ? sendWithToken(options, send) : send(undefined)));
}

async function sendWithToken<Read>({ token }: ClientOptions, send: (token: string) => Promise<Read>): Promise<Read> {
  const askFor = typeof token === "string" ? () => token : token;
  const first = await askFor({ rejected: undefined });
  try {
    return await send(first);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    const fresh = await askFor({ rejected: first });
    if (fresh === first) throw error;
    return send(fresh);
  }
}

function transmit(
  options: ClientOptions,
  url: string,
  request: RequestInit,
  { onUploadProgress }: LooseOptions,
): Promise<Response> {
  const fetchIt = options.fetch ?? fetch;
  return onUploadProgress && request.body ? upload(fetchIt, url, request, onUploadProgress) : fetchIt(url, request);
}
