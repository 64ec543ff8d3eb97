import { type ClientOptions, sendRequest } from "./send-request.ts";

export interface SendOptions {
  /** The query. An array repeats its key. */
  query?: Record<string, unknown>;
  /** Sent as JSON, or as a form with `isForm`. */
  body?: unknown;
  isForm?: boolean;
  /** False: sends no token. Default true. */
  needsToken?: boolean;
  signal?: AbortSignal;
}

/** Sends to any path of the server. Resolves with a successful `Response` as soon as its headers arrive. Throws like `createClient`. */
export type Send = (method: string, path: string, options?: SendOptions) => Promise<Response>;

/** For paths outside of the contract: the authentication service, or a path typed by a user. */
export function createSender(options: ClientOptions): Send {
  return (method, path, { isForm = false, needsToken = true, ...callOptions } = {}) => {
    const address = { method, path, needsToken, isForm, hasEvents: false, isVoid: false, mediaType: "*/*" };
    return sendRequest(options, address, callOptions, (response) => Promise.resolve(response));
  };
}
