import { nounAddresses, type platformRoutes, type Route } from "@callwright/contract";
import type { LooseOptions } from "./build-request.ts";
import { createCancelTokens } from "./cancel-tokens.ts";
import { inGroups } from "./groups.ts";
import { readAnswer } from "./read-answer.ts";
import { parseAddress } from "./route-address.ts";
import type { Client, ClientOf, Downloads, DownloadsOf } from "./route-types.ts";
import { type ClientOptions, sendRequest } from "./send-request.ts";

/** Creates one function per route, in groups: `client.assistants.list()`. They throw `ApiError` or `ServerUnreachableError`, or the abort reason. */
export function createClient(options: ClientOptions): Client {
  const calls = createCalls<typeof platformRoutes>(nounAddresses, options);
  return { ...calls, ...inGroups(calls) };
}

/** One function per route of any table. */
export function createCalls<Table extends Record<string, Route>>(
  addresses: Readonly<Record<keyof Table, string>>,
  options: ClientOptions,
): ClientOf<Table> {
  const tokens = createCancelTokens();
  const calls = Object.entries<string>(addresses).map(([name, address]) => [
    name,
    async (callOptions: LooseOptions = {}) => {
      const route = parseAddress(address);
      const { signal, end } = tokens.begin(callOptions);
      const key = route.method === "POST" ? { idempotencyKey: randomKey() } : {};
      try {
        return await sendRequest(options, route, { ...key, ...callOptions, signal }, (response, url) =>
          readAnswer(response, url, route),
        );
      } finally {
        end();
      }
    },
  ]);
  return { ...Object.fromEntries(calls), abort: tokens.abort } as ClientOf<Table>;
}

/** `crypto.randomUUID` does not exist on plain http pages. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Creates one function per route that returns a file, such as an export. Each resolves with the `Response` as soon as the headers
 * arrive: `.blob()` is the file, `.body` a stream. (`createClient` returns its text.) Throws like `createClient`.
 */
export function createDownloads(options: ClientOptions): Downloads {
  const downloads = createTableDownloads<typeof platformRoutes>(nounAddresses, options);
  return { ...downloads, ...inGroups(downloads) };
}

/** One function per route of any table that returns a file. */
export function createTableDownloads<Table extends Record<string, Route>>(
  addresses: Readonly<Record<keyof Table, string>>,
  options: ClientOptions,
): DownloadsOf<Table> {
  const downloads = Object.entries<string>(addresses).flatMap(([name, address]) => {
    const route = parseAddress(address);
    const download = (callOptions: LooseOptions = {}) =>
      sendRequest(options, route, callOptions, (response) => Promise.resolve(response));
    return route.mediaType === undefined ? [] : [[name, download]];
  });
  return Object.fromEntries(downloads) as DownloadsOf<Table>;
}

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
