import { fromProviderNames, readJson, type ServerTarget, toProviderNames, wantsProviderNames } from "@callwright/contract";
import type { Config } from "../../platform/config/config.ts";

type Server = Pick<ServerTarget, "headers">;

/** A message as its server reads it: in the hosted platform's names where the server entry has their header. */
export function inServersNames(server: Server, body: unknown, { publicUrl }: Pick<Config, "publicUrl">): unknown {
  // An address in it is known again by its path.
  return wantsProviderNames(server.headers) ? toProviderNames(body, { origin: publicUrl ?? "http://localhost" }) : body;
}

/** The JSON that a server answered, in our names. Other text stays as it is. */
export function inOurNames(server: Server, text: string): string {
  const answer = wantsProviderNames(server.headers) ? readJson(text) : undefined;
  return answer === undefined ? text : JSON.stringify(fromProviderNames(answer));
}
