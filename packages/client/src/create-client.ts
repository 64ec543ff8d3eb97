import type { LooseOptions } from "./build-request.ts";
import { readAnswer, toAnswer } from "./read-answer.ts";
import { parseAddress, routeAddresses } from "./route-addresses.ts";
import type { Client } from "./route-types.ts";
import { type ClientOptions, sendRequest } from "./send-request.ts";

/** Makes the functions of every platform route. Failures are thrown as `ApiError` or `ServerUnreachableError`; an abort as it is. */
export function createClient(options: ClientOptions): Client {
  const calls = Object.entries(routeAddresses).map(([name, address]) => [
    name,
    async (callOptions: LooseOptions = {}) =>
      readAnswer(await sendRequest(options, parseAddress(address), callOptions, toAnswer)),
  ]);
  return Object.fromEntries(calls) as Client;
}
