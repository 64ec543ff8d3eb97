import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { session } from "../platform/auth/tables.ts";
import { type AuthClient, authClient, AUTH_PERSON as person } from "./auth-client.ts";
import { startTestServer, type TestServer } from "./start-test-server.ts";

/** A server with one account, and a browser that has just signed in to it. */
export interface OnePerson {
  server: TestServer;
  /** A new client for each test, without sessions of earlier tests. */
  client: AuthClient;
  /** Another browser of the person. `body` comes on top of address and password. */
  signIn: (body?: object) => Promise<AuthClient>;
}

/** One server for a file's tests. */
export function useOnePerson(): OnePerson {
  const one = {} as OnePerson;
  one.signIn = async (body = {}) => {
    const browser = authClient(one.server.url);
    expect((await browser.post("/sign-in/email", { ...person, ...body })).status).toBe(200);
    return browser;
  };
  beforeAll(async () => {
    one.server = await startTestServer();
    await authClient(one.server.url).post("/sign-up/email", person);
  });
  afterAll(() => one.server.close());
  beforeEach(async () => {
    await one.server.context.db.delete(session);
    one.client = await one.signIn();
  });
  return one;
}
