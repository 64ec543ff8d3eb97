import { type Client, createClient } from "@callwright/client";
import { type AuthApi, createAuthApi } from "./auth-api.ts";
import { type Connection, createConnection } from "./connection.ts";
import { createDataHost, type DataHost } from "./data-host.ts";
import { createReadAhead } from "./read-ahead.ts";
import { createSession, type Session } from "./session.ts";

/** What the first requests need. It is loaded before everything else, so it imports no large library. */
export interface Access {
  authApi: AuthApi;
  connection: Connection;
  dataHost: DataHost;
  session: Session;
  /** Sends the first requests: those of every screen, and, for somebody who is signed in, those of `read`. */
  prepare(read: (client: Client) => unknown): Promise<void>;
}

export function createAccess({ location, localStorage, fetch, setTimeout }: Window & typeof globalThis): Access {
  const baseUrl = location.origin;
  const connection = createConnection({
    baseUrl,
    fetch: (input, init) => fetch(input, init),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const authApi = createAuthApi(baseUrl, connection.fetch);
  const ahead = createReadAhead(connection.fetch, Date.now);
  const signedIn = createSession({ baseUrl, authApi, fetch: ahead.fetch, nowMs: Date.now, storage: localStorage });
  const dataHost = createDataHost({ session: signedIn, baseUrl, fetch: ahead.fetch });
  return {
    authApi,
    connection,
    dataHost,
    session: { ...signedIn, client: dataHost.client },
    prepare: async (read) => {
      const client = createClient({ ...signedIn.access, fetch: ahead.send });
      const session = await signedIn.restore();
      // The sign-in page asks for the status.
      if (session.kind !== "signed-in") await client.getServerStatus();
      else if (!(await dataHost.read()).enabled) await read(client);
    },
  };
}
