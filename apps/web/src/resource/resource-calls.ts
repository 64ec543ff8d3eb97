import type { Client } from "@callwright/client";
import { pluralOf } from "@callwright/contract";

export const VERBS = ["list", "get", "create", "update", "delete", "restore"] as const;
export type Verb = (typeof VERBS)[number];

/** Arguments of any client function. */
interface AnyCallOptions {
  id?: string;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
}

/** Route names of a resource: derived from its name, unless overridden. */
export interface RouteNaming {
  /** In PascalCase, as in `createSquad`. */
  name: string;
  /** Verbs with another route name; null for a route that must not be used. */
  routes?: Partial<Record<Verb, string | null>> | undefined;
  /** The path parameters of a resource below another one. Default: its `id`. */
  paramsOf?: ((id: string | undefined) => object) | undefined;
}

/** The name of the client's function: `listSquads`, `getSquad`, …; undefined when there is none. */
export function callNameOf({ name, routes }: RouteNaming, verb: Verb): string | undefined {
  const own = routes?.[verb];
  if (own === null) return undefined;
  return own ?? (verb === "list" ? `list${pluralOf(name)}` : `${verb}${name}`);
}

/** The client's function; undefined if the contract has no such route. */
export function callOf(client: Client, naming: RouteNaming, verb: Verb) {
  const calls = client as unknown as Record<string, ((options: AnyCallOptions) => Promise<unknown>) | undefined>;
  const call = calls[callNameOf(naming, verb) ?? ""];
  const { paramsOf } = naming;
  return call && paramsOf ? (options: AnyCallOptions) => call({ ...options, ...paramsOf(options.id) }) : call;
}
