import type { LooseOptions } from "./build-request.ts";
import { readAnswer, toAnswer } from "./read-answer.ts";
import { parseAddress, routeAddresses } from "./route-addresses.ts";
import type { Client } from "./route-types.ts";
import { type ClientOptions, sendRequest } from "./send-request.ts";

/** Makes the functions of every platform route. Failures are thrown as `ApiError` or `ServerUnreachableError`; an abort as it is. */
export function createClient(options: ClientOptions): Client {
  const calls = Object.entries(routeAddresses).map(([name, address]) => [
    name,
    async (callOptions: LooseOptions = {}) => {
      const route = parseAddress(address);
      const request = route.method === "POST" ? { idempotencyKey: randomKey(), ...callOptions } : callOptions;
      return readAnswer(await sendRequest(options, route, request, toAnswer));
    },
  ]);
  return Object.fromEntries(calls) as Client;
}

/** `crypto.randomUUID` is missing on pages served over plain http; this is not. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
