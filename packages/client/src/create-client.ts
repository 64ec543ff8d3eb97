import { ApiError, ServerUnreachableError } from "./api-error.ts";
import { buildRequest, buildUrl, type LooseOptions } from "./build-request.ts";
import { parseAddress, type RouteAddress, routeAddresses } from "./route-addresses.ts";
import type { Client } from "./route-types.ts";

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

/** Makes the functions of every platform route. Failures are thrown as `ApiError` or `ServerUnreachableError`; an abort as it is. */
export function createClient(options: ClientOptions): Client {
  const calls = Object.entries(routeAddresses).map(([name, address]) => [
    name,
    (callOptions: LooseOptions = {}) => call(options, parseAddress(address), callOptions),
  ]);
  return Object.fromEntries(calls) as Client;
}

async function call(options: ClientOptions, route: RouteAddress, callOptions: LooseOptions): Promise<unknown> {
  const idempotencyKey = callOptions.idempotencyKey ?? randomKey();
  const url = buildUrl(options.baseUrl, route.path, callOptions);
  const send = async (token: string | undefined): Promise<Answer> => {
    try {
      const response = await (options.fetch ?? fetch)(url, buildRequest(route, callOptions, token, idempotencyKey));
      return { url, response, text: await response.text() };
    } catch (error) {
      if (callOptions.signal?.aborted) throw error;
      throw new ServerUnreachableError(options.baseUrl, error);
    }
  };
  if (!route.needsToken) return readAnswer(await send(undefined));

  const token = await options.token({ rejected: undefined });
  const first = await send(token);
  if (first.response.status !== 401) return readAnswer(first);
  const fresh = await options.token({ rejected: token });
  return readAnswer(fresh === token ? first : await send(fresh));
}

interface Answer {
  url: string;
  response: Response;
  text: string;
}

function readAnswer({ url, response, text }: Answer): unknown {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const json = parseJson(text);
  const body = json ?? (text || undefined);
  if (!response.ok) throw new ApiError(response.status, body, requestId);
  if (json === undefined)
    throw new ApiError(response.status, body, requestId, `${url} did not answer with JSON. Check the address of the API.`);
  return json;
}

/** undefined when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `crypto.randomUUID` is missing on pages served over plain http; this is not. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
