import { ServerUnreachableError } from "./api-error.ts";
import { buildRequest, buildUrl, type LooseOptions } from "./build-request.ts";
import type { RouteAddress } from "./route-addresses.ts";

/** Why a token is asked for. `rejected` is the token the server has just refused: answer with a fresh one. */
export interface TokenRequest {
  rejected: string | undefined;
}

export interface ClientOptions {
  /** Where the API lives, e.g. `https://voice.example.com`. "" is the page's own origin. */
  baseUrl: string;
  /** The bearer token, asked for before every call. */
  token: (request: TokenRequest) => string | Promise<string>;
  /** Default: the global one. */
  fetch?: typeof fetch;
}

/**
 * Sends a request, with a token where the route needs one, and once more with a fresh one when the server refuses it. `read` takes what
 * is needed of each answer. Fails with a `ServerUnreachableError`, or with what aborted it.
 */
export async function sendRequest<Read>(
  options: ClientOptions,
  route: RouteAddress,
  callOptions: LooseOptions,
  read: (response: Response) => Promise<Read>,
): Promise<Read> {
  const url = buildUrl(options.baseUrl, route.path, callOptions);
  const send = async (token: string | undefined) => {
    try {
      const response = await (options.fetch ?? fetch)(url, buildRequest(route, callOptions, token));
      return { status: response.status, answer: await read(response) };
    } catch (error) {
      if (callOptions.signal?.aborted) throw error;
      throw new ServerUnreachableError(options.baseUrl, error);
    }
  };
  if (!route.needsToken) return (await send(undefined)).answer;

  const token = await options.token({ rejected: undefined });
  const first = await send(token);
  if (first.status !== 401) return first.answer;
  const fresh = await options.token({ rejected: token });
  return fresh === token ? first.answer : (await send(fresh)).answer;
}
