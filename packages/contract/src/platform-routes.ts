import { nounAddresses } from "./nouns.ts";
import * as resources from "./resources.ts";

type Tables = { [Name in keyof typeof resources as Name extends `${string}Routes` ? Name : never]: (typeof resources)[Name] };
/** All members of a union at once. */
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never;

/** Every route of the API, by name. */
export const platformRoutes: Together<Tables[keyof Tables]> = Object.assign(
  {},
  ...Object.entries(resources).flatMap(([name, table]) => (name.endsWith("Routes") ? [table] : [])),
);
export type PlatformRouteName = keyof typeof platformRoutes;

/** Whether only a host that runs Callwright has this route. */
export function isLackedByHosts(name: PlatformRouteName): boolean {
  return nounAddresses[name].endsWith(" own");
}
