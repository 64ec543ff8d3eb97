import { type Client, createClient } from "@callwright/client";
import { createAuthApi } from "./auth-api.ts";
import { createConnection } from "./connection.ts";
import { createDataHost } from "./data-host.ts";
import { createSession } from "./session.ts";

/** The code of the first requests. It is loaded first, so it imports no large library. */
export type Access = ReturnType<typeof createAccess>;

export function createAccess({ location, localStorage, fetch, setTimeout }: Window & typeof globalThis) {
  const baseUrl = location.origin;
  const connection = createConnection({
    baseUrl,
    fetch: (input, init) => fetch(input, init),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const authApi = createAuthApi(baseUrl, connection.fetch);
  let isTakenOver = false;
  const ahead = createReadAhead(connection.fetch, Date.now);
  const signedIn = createSession({ baseUrl, authApi, fetch: ahead.fetch, nowMs: Date.now, storage: localStorage });
  const dataHost = createDataHost({ session: signedIn, baseUrl, fetch: ahead.fetch });
  return {
    authApi,
    connection,
    dataHost,
    session: { ...signedIn, client: dataHost.client },
    /** Sends the first requests: those of every screen and, for a signed-in user, those of `read`. */
    prepare: async (read: (client: Client) => unknown) => {
      const client = createClient({ ...signedIn.access, fetch: ahead.send });
      const session = await signedIn.restore();
      const isElsewhere = session.kind === "signed-in" && (await dataHost.read()).enabled;
      if (isTakenOver || isElsewhere) return;
      // The sign-in page asks for the status.
      await (session.kind === "signed-in" ? read(client) : client.server.getStatus());
    },
    /** The dashboard runs and sends its requests itself: what `prepare` has not sent yet would be sent twice. */
    takeOver: () => {
      isTakenOver = true;
    },
  };
}

/** How long a prepared response may be used: the screen is shown within this time. */
const USABLE_MS = 10_000;

/**
 * Requests of a screen that are sent while its script still loads. `send` sends one, and `fetch` hands its response to the first
 * request for the same thing with the same token.
 */
export function createReadAhead(fetch: typeof globalThis.fetch, nowMs: () => number) {
  const sent = new Map<string, { response: Promise<Response>; atMs: number }>();
  const keyOf = (input: RequestInfo | URL, init?: RequestInit) =>
    `${init?.method ?? "GET"} ${input} ${new Headers(init?.headers).get("authorization")}`;

  const send: typeof fetch = (input, init) => {
    const response = fetch(input, init);
    const copy = response.then((original) => original.clone());
    // The failure is reported to the request that takes the response.
    copy.catch(() => {});
    sent.set(keyOf(input, init), { response: copy, atMs: nowMs() });
    return response;
  };
  const take: typeof fetch = (input, init) => {
    const key = keyOf(input, init);
    const known = sent.get(key);
    sent.delete(key);
    return known && nowMs() - known.atMs < USABLE_MS ? known.response : fetch(input, init);
  };
  return { send, fetch: take };
}
