import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { AuthError, createAuthApi } from "./auth-api.ts";
import { createSession, SignedOutError } from "./session.ts";

const closers: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const ORGS = [
  { id: "o1", name: "First", createdAt: "", updatedAt: "" },
  { id: "o2", name: "Second", createdAt: "", updatedAt: "" },
];

/** A real HTTP server in place of ours: it issues numbered tokens, and refuses those that the test has expired. */
async function setUp(remembered?: string) {
  const server = { signedIn: true, status: 200, minted: 0, expired: new Set<string>(), seen: [] as string[] };
  const mint = (kind: string) => `${kind}-${++server.minted}`;
  const answer = (path: string, bearer: string | undefined): [number, unknown] => {
    if (server.status !== 200) return [server.status, { message: "broken" }];
    if (path === "/api/auth/get-session") {
      return [200, server.signedIn ? { user: { id: "u", name: "Ada", email: "ada@example.com" } } : null];
    }
    if (path === "/api/auth/token") return server.signedIn ? [200, { token: mint("user") }] : [401, { code: "UNAUTHORIZED" }];
    if (!bearer || server.expired.has(bearer)) return [401, { message: "expired", code: "token-expired" }];
    if (path === "/org") return [200, ORGS];
    const orgId = /^\/org\/(\w+)\/auth$/.exec(path)?.[1];
    if (orgId) return [200, { token: mint(orgId), accessToken: "", aud: {} }];
    return [200, []];
  };
  const http = createServer((request, response) => {
    const bearer = request.headers.authorization?.replace("Bearer ", "");
    server.seen.push(`${request.url} ${bearer ?? "-"}`);
    const [status, body] = answer(request.url ?? "", bearer);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => http.close(() => resolve()).closeAllConnections()));
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const stored = new Map<string, string>(remembered ? [["callwright-org", remembered]] : []);
  const session = createSession({
    baseUrl,
    authApi: createAuthApi(baseUrl, fetch),
    fetch,
    nowMs: () => 0,
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
  });
  return { server, session, stored };
}

test("a cookie is enough: user token, organization, organization token", async () => {
  const { server, session } = await setUp();
  expect(await session.restore()).toMatchObject({ kind: "signed-in", user: { name: "Ada" }, org: { id: "o1" } });
  await session.client.assistants.list();
  await session.client.assistants.list();
  expect(server.seen).toEqual([
    "/api/auth/get-session -",
    "/api/auth/token -",
    "/org user-1",
    "/org/o1/auth user-1",
    "/assistant o1-2",
    "/assistant o1-2",
  ]);
});

test("without a cookie nobody is signed in, and no token is handed out", async () => {
  const { server, session } = await setUp();
  server.signedIn = false;
  expect(await session.restore()).toEqual({ kind: "signed-out", expired: false });
  await expect(session.client.assistants.list()).rejects.toBeInstanceOf(SignedOutError);
});

test("asked by several pages at once, the server is asked once", async () => {
  const { server, session } = await setUp();
  await Promise.all([session.restore(), session.restore(), session.restore()]);
  expect(server.seen.filter((line) => line.startsWith("/api/auth/get-session"))).toHaveLength(1);
});

test("a failure to find out is told, and the next try is a new one", async () => {
  const { server, session } = await setUp();
  server.status = 500;
  await expect(session.restore()).rejects.toBeInstanceOf(AuthError);
  server.status = 200;
  expect((await session.restore()).kind).toBe("signed-in");
});

test("expired tokens are renewed without the user noticing", async () => {
  const { server, session } = await setUp();
  await session.restore();
  await session.client.assistants.list();
  server.expired.add("o1-2").add("user-1");
  await session.client.assistants.list();
  expect(server.seen.at(-1)).toBe("/assistant o1-4");
  expect(session.state().kind).toBe("signed-in");
});

test("a session that ended on the server ends here", async () => {
  const { server, session } = await setUp();
  await session.restore();
  await session.client.assistants.list();
  server.signedIn = false;
  server.expired.add("o1-2").add("user-1");
  await expect(session.client.assistants.list()).rejects.toBeInstanceOf(SignedOutError);
  expect(session.state()).toEqual({ kind: "signed-out", expired: true });
});

test("the organization chosen last is the one a visit begins with", async () => {
  const { session, stored } = await setUp("o2");
  expect(await session.restore()).toMatchObject({ org: { id: "o2" } });
  session.chooseOrg("o1");
  expect(session.state()).toMatchObject({ org: { id: "o1" } });
  expect(stored.get("callwright-org")).toBe("o1");
  session.chooseOrg("someone-elses");
  expect(session.state()).toMatchObject({ org: { id: "o1" } });
});
