import { ApiError, ServerUnreachableError } from "./api-error.ts";
import { buildRequest, buildUrl, type LooseOptions } from "./build-request.ts";
import { readError } from "./read-answer.ts";
import type { RouteAddress } from "./route-address.ts";
import { upload } from "./upload.ts";

/** `rejected` is a token that the server just rejected: return a new one. */
export interface TokenRequest {
  rejected: string | undefined;
}

export interface ClientOptions {
  /** URL of the API, for example `https://voice.example.com`. "" is the page's origin. */
  baseUrl: string;
  /** The bearer token, or a function that returns it. Called before every request, and again if the server rejects the token. */
  token: string | ((request: TokenRequest) => string | Promise<string>);
  /**
   * Retries after 408, 429 or 5xx (except 501). Waits for `Retry-After` if it is at most
   * 60 s, otherwise 0.5 s, 1 s, 2 s, … A POST is safe to repeat on servers that support `Idempotency-Key`. Default 0, so that
   * people see the error at once. For scripts, 2 is a good value.
   */
  retries?: number;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/**
 * Sends a request, with a token if the route needs one, and again with a new token if the server rejects it. `read` reads a
 * successful response. Throws `ApiError`, `ServerUnreachableError` or the abort reason.
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

/** Statuses of temporary failures. Not 501, which stays the same. */
const isPassing = ({ status }: ApiError) => status === 408 || status === 429 || (status >= 500 && status !== 501);

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** Retries a temporary failure up to `retries` times, after the server's `Retry-After` or after 0.5 s, 1 s, 2 s, … */
async function withRetries<T>(retries: number, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (retry >= retries || !(error instanceof ApiError && isPassing(error))) throw error;
      // Random jitter, so that many failed clients do not retry at the same time.
      const waitMs =
        error.retryAfterSeconds === undefined
          ? FIRST_WAIT_MS * 2 ** retry * (1 - Math.random() / 4)
          : error.retryAfterSeconds * 1000;
      if (waitMs > LONGEST_WAIT_MS) throw error;
      await wait(waitMs, signal);
    }
  }
}

function wait(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, durationMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
