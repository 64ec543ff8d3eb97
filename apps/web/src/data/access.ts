import { type AuthApi, createAuthApi } from "./auth-api.ts";
import { type Connection, createConnection } from "./connection.ts";
import { createDataHost, type DataHost } from "./data-host.ts";
import { createSession, type Session } from "./session.ts";

/** What the first requests need. It is loaded before everything else, so it imports no large library. */
export interface Access {
  authApi: AuthApi;
  connection: Connection;
  dataHost: DataHost;
  session: Session;
  /** Reads ahead what every signed-in screen asks for first. */
  prepare(): Promise<void>;
}

export function createAccess({ location, localStorage, fetch, setTimeout }: Window & typeof globalThis): Access {
  const baseUrl = location.origin;
  const connection = createConnection({
    baseUrl,
    fetch: (input, init) => fetch(input, init),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const authApi = createAuthApi(baseUrl, connection.fetch);
  const signedIn = createSession({ baseUrl, authApi, fetch: connection.fetch, nowMs: Date.now, storage: localStorage });
  const dataHost = createDataHost({ session: signedIn, baseUrl, fetch: connection.fetch });
  return {
    authApi,
    connection,
    dataHost,
    session: { ...signedIn, client: dataHost.client },
    prepare: async () => {
      const session = await signedIn.restore();
      if (session.kind === "signed-in") await dataHost.read();
    },
  };
}
