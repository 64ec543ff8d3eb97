import type { Client } from "@callwright/client";

export const VERBS = ["list", "get", "create", "update", "delete", "restore"] as const;
export type Verb = (typeof VERBS)[number];

/** What a call of the client takes, whatever its route. */
interface AnyCallOptions {
  id?: string;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
}

/** How the routes of a thing are called: by its name in the contract, unless they have names of their own. */
export interface RouteNaming {
  /** In PascalCase, as in `createSquad`. */
  name: string;
  /** Verbs whose route is named otherwise; null for one that must not be used. */
  routes?: Partial<Record<Verb, string | null>> | undefined;
}

/** The name of the client's function: `listSquads`, `getSquad`, …; undefined when there is none. */
export function callNameOf({ name, routes }: RouteNaming, verb: Verb): string | undefined {
  const own = routes?.[verb];
  if (own === null) return undefined;
  return own ?? (verb === "list" ? `list${name}s` : `${verb}${name}`);
}

/** The client's function; undefined when the contract has no such route. */
export function callOf(client: Client, naming: RouteNaming, verb: Verb) {
  const calls = client as unknown as Record<string, ((options: AnyCallOptions) => Promise<unknown>) | undefined>;
  const name = callNameOf(naming, verb);
  return name === undefined ? undefined : calls[name];
}
