import { type ClientOptions, sendRequest } from "./send-request.ts";

export interface SendOptions {
  /** Appended to the path: an array repeats its key. */
  query?: Record<string, unknown>;
  /** Sent as JSON; as a form when `isForm`. */
  body?: unknown;
  isForm?: boolean;
  /** False: no token goes with it. Default true. */
  needsToken?: boolean;
  signal?: AbortSignal;
}

/** Sends to any path of the server. Gives the `Response` of a success as soon as its headers are there. Fails as `createClient`. */
export type Send = (method: string, path: string, options?: SendOptions) => Promise<Response>;

/** For what the contract's routes do not name: the authentication service, a path that a person has typed. */
export function createSender(options: ClientOptions): Send {
  return (method, path, { isForm = false, needsToken = true, ...callOptions } = {}) => {
    const address = { method, path, needsToken, isForm, hasEvents: false, isVoid: false, mediaType: "*/*" };
    return sendRequest(options, address, callOptions, (response) => Promise.resolve(response));
  };
}
