import { nounAddresses, type platformRoutes, type Route } from "@callwright/contract";
import type { LooseOptions } from "./build-request.ts";
import { createCancelTokens } from "./cancel-tokens.ts";
import { inGroups } from "./groups.ts";
import { readAnswer } from "./read-answer.ts";
import { parseAddress } from "./route-address.ts";
import type { Client, ClientOf } from "./route-types.ts";
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
