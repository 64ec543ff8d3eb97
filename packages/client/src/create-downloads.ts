import { nounAddresses, type platformRoutes, type Route } from "@callwright/contract";
import type { LooseOptions } from "./build-request.ts";
import { inGroups } from "./groups.ts";
import { parseAddress } from "./route-address.ts";
import type { Downloads, DownloadsOf } from "./route-types.ts";
import { type ClientOptions, sendRequest } from "./send-request.ts";

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
