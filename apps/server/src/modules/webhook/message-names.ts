import { fromProviderNames, readJson, type ServerTarget, toProviderNames, wantsProviderNames } from "@callwright/contract";
import type { Config } from "../../platform/config/config.ts";

type Server = Pick<ServerTarget, "headers">;

/** A message in its server's form: with the hosted platform's names if the server entry has their header. */
export function inServersNames(server: Server, body: unknown, { publicUrl }: Pick<Config, "publicUrl">): unknown {
  // An address is recognized by its path.
  return wantsProviderNames(server.headers) ? toProviderNames(body, { origin: publicUrl ?? "http://localhost" }) : body;
}

/** The JSON of a server's answer, in our names. Other text stays unchanged. */
export function inOurNames(server: Server, text: string): string {
  const answer = wantsProviderNames(server.headers) ? readJson(text) : undefined;
  return answer === undefined ? text : JSON.stringify(fromProviderNames(answer));
}
