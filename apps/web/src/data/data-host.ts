import { type Client, createClient, inGroups } from "@callwright/client";
import { type Connection, HOST_PATH, isLackedByHosts, nounAddresses, type PlatformRouteName } from "@callwright/contract";
import { createListeners } from "./listeners.ts";
import { localDraftCalls } from "./local-drafts.ts";
import type { Session } from "./session.ts";

/** Where the data of the signed-in organization is: on this server, or on its connected other host. */
export type DataHost = ReturnType<typeof createDataHost>;

interface DataHostOptions {
  session: Pick<Session, "client" | "state" | "subscribe" | "token">;
  /** Origin of this server. */
  baseUrl: string;
  fetch: typeof fetch;
}

/** Routes that always go to this server: members and organizations, its packages, and the connection itself. */
const STAYS_HERE = /^\w+ \/(org|invitation|connection|packages|server-status)(\/| |$)/;

/** The client's functions by name. */
type Calls = Record<string, ((options: object) => Promise<unknown>) | undefined>;

/** Reads the organization's connection before its first call. */
export function createDataHost({ session, baseUrl, fetch }: DataHostOptions) {
  const there = createClient({ baseUrl: baseUrl + HOST_PATH, fetch, token: () => session.token() });
  const drafts = localDraftCalls(there) as Calls;
  const { subscribe, tell } = createListeners();
  let orgId: string | undefined;
  let known: Connection | undefined;
  let reading: Promise<Connection> | undefined;

  const become = (connection: Connection | undefined) => {
    known = connection;
    tell();
  };
  session.subscribe(() => {
    const now = session.state();
    const next = now.kind === "signed-in" ? now.org.id : undefined;
    if (next === orgId) return;
    orgId = next;
    reading = undefined;
    become(undefined);
  });
  const connectionNow = async (): Promise<Connection> => {
    if (known) return known;
    const asked = orgId;
    reading ??= session.client.connection.get();
    try {
      const connection = await reading;
      if (asked === orgId) become(connection);
      return connection;
    } catch (error) {
      reading = undefined;
      throw error;
    }
  };
  const offers = (name: PlatformRouteName) => !known?.enabled || known.isCallwright === true || !isLackedByHosts(name);

  const addresses: Readonly<Record<string, string>> = nounAddresses;
  const callOf = (name: string) => {
    const address = addresses[name];
    const own = (session.client as unknown as Calls)[name];
    if (address === undefined || STAYS_HERE.test(address)) return own;
    return async (options: object) => {
      const { enabled, isCallwright } = await connectionNow();
      if (!enabled) return own?.(options);
      const draftCall = isCallwright ? undefined : drafts[name];
      return (draftCall ?? (there as unknown as Calls)[name])?.(options);
    };
  };
  const calls = new Map(Object.keys(addresses).map((name) => [name, callOf(name)]));
  const client: Client = new Proxy(session.client, {
    get: (own, name) => {
      // A missing `restore…` route means that deleting cannot be undone.
      if (String(name).startsWith("restore") && !offers(name as PlatformRouteName)) return undefined;
      return calls.get(String(name)) ?? groups[String(name)] ?? Reflect.get(own, name);
    },
  });
  const groups: Readonly<Record<string, unknown>> = inGroups(client);

  return {
    /** The connection; undefined while loading. */
    state: () => known,
    /** The connection, fetched if necessary. */
    read: connectionNow,
    subscribe,
    /** Sets the saved connection. All data is read from that host from now on. */
    change: become,
    /** The API client of the data host. Optional routes can be missing: see `offers`. */
    client,
    /** Status of the other Callwright server. */
    hostStatus: (signal: AbortSignal) => there.server.getStatus({ signal }),
    /** Base address of `client`. */
    baseUrl: () => (known?.enabled ? baseUrl + HOST_PATH : baseUrl),
    /** Does the data host have the route? */
    offers,
  };
}
