import { randomUUID } from "node:crypto";
import {
  type PlatformRouteName,
  platformRoutes,
  ROLES,
  type Role,
  type Route,
  roleAtLeast,
  type Token,
  type TokenTag,
} from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuth } from "../auth/auth.ts";
import { createMintOrgToken, type MintOrgToken } from "../auth/org-token.ts";
import { BODIES, createOneOfEach, fillPath } from "../testing/route-requests.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";
import type { TestClient } from "../testing/test-client.ts";

/** What must hold for every route of the contract, generated from its table: a route that is added later is covered by being there. */

/** Where a path names something that is none of the owner's, and its body is to be looked at. */
const PLACES: Record<string, string> = { provider: "cartesia", voiceId: "slt", resourceName: "pronunciation-dictionary" };

/** All that the visitors of a page may do. Whoever adds to it opens a door to the public. */
const VISITOR_ROUTES: PlatformRouteName[] = ["createWebCall", "createWebChat", "createWebChatResponse"];

let server: TestServer;
let mint: MintOrgToken;
let owner: TestClient;
let stranger: TestClient;
/** Values of the owner's API tokens. */
let apiTokens: Record<TokenTag, string>;
/** Ids of the owner's entities by the first segment of a path. */
let ids: Record<string, string>;

beforeAll(async () => {
  let nowMs = Date.now();
  server = await startTestServer();
  const { newId } = server.context;
  const auth = createAuth({ ...server.context, onSignUp: async () => {} });
  mint = createMintOrgToken(auth, () => new Date(nowMs), newId);
  expired = async () => {
    nowMs = Date.now() - 3_601_000;
    const { token } = await mint({ userId: owner.userId, sessionId: owner.sessionId, orgId: owner.orgId, role: "admin" });
    nowMs = Date.now();
    return token;
  };
  [owner, stranger] = [await server.signUp(), await server.signUp()];
  const createToken = async (tag: TokenTag) => (await owner.json<Token>("POST", "/token", { tag })).body.value ?? "";
  apiTokens = { public: await createToken("public"), private: await createToken("private") };
  ids = await createOneOfEach(owner);
});
afterAll(() => server.close());
let expired: () => Promise<string>;

const routes = Object.entries(platformRoutes) as [PlatformRouteName, Route][];
const guarded = routes.filter(([, { scope }]) => scope !== "none");
const withId = guarded.filter(([, { path }]) => path.includes("{"));

/** With the owner's ids, or with `id` for all of them. */
function pathOf(route: Route, id?: string): string {
  return id === undefined ? fillPath(route, ids) : route.path.replace(/\{\w+\}/g, id);
}

function placed({ path }: Route): string {
  return path.replace(/\{(\w+)\}/g, (whole, param: string) => PLACES[param] ?? whole);
}

function send([name, route]: [PlatformRouteName, Route], token: string | undefined, id?: string): Promise<Response> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const hasBody = route.body !== undefined;
  if (hasBody) headers["content-type"] = "application/json";
  return fetch(`${server.url}${pathOf(route, id)}`, {
    method: route.method,
    headers,
    ...(hasBody ? { body: JSON.stringify(BODIES[name] ?? {}) } : {}),
  });
}

async function expectError(response: Response, status: number): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>;
  expect({ status: response.status, body }).toMatchObject({
    status,
    body: { statusCode: status, error: expect.any(String), code: expect.any(String), message: expect.anything() },
  });
  expect(body.requestId).toBe(response.headers.get("x-request-id"));
  return body;
}

const rightToken = (route: Route, client: TestClient) => (route.scope === "user" ? client.userToken : client.orgToken);
const wrongToken = ({ scope }: Route, { orgToken, userToken }: TestClient) =>
  scope === "account" ? "neither" : scope === "user" ? orgToken : userToken;

describe.each(guarded)("%s", (name, route) => {
  const entry: [PlatformRouteName, Route] = [name, route];

  test("without a bearer, with a broken one or with the other kind: 401", async () => {
    for (const token of [undefined, "broken", "a.b.c", wrongToken(route, owner)]) {
      const response = await send(entry, token);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await expectError(response, 401)).toMatchObject({ code: "unauthorized" });
    }
  });

  test.runIf(route.scope !== "user")("with an expired bearer: 401, and the sentence says so", async () => {
    expect(await expectError(await send(entry, await expired()), 401)).toMatchObject({ code: "token-expired" });
  });

  test("with a public API token: 401, unless it is for visitors", async () => {
    const isOpen = route.scope === "public";
    expect([name, isOpen]).toEqual([name, VISITOR_ROUTES.includes(name)]);
    const response = await send(entry, apiTokens.public);
    if (isOpen) expect(response.status).not.toBe(401);
    else expect(await expectError(response, 401)).toMatchObject({ code: "token-public" });
  });

  test("with a private API token: as an editor, and for an organisation alone", async () => {
    const id = route.path.includes("{") ? randomUUID() : undefined;
    const { status } = await send(entry, apiTokens.private, id);
    if (route.scope === "user") expect(status).toBe(401);
    else if (!roleAtLeast("editor", route.role)) expect(status).toBe(403);
    else expect([401, 403]).not.toContain(status);
  });

  test("from a page of another origin: refused, unless visitors' pages may call it", async () => {
    const headers = { origin: "http://evil.example", "access-control-request-method": route.method };
    const response = await fetch(`${server.url}${route.path}`, { method: "OPTIONS", headers });
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(response.status).toBe(route.scope === "public" ? 204 : 403);
    expect(response.headers.get("access-control-allow-origin")).toBe(route.scope === "public" ? "*" : null);
  });

  test.runIf(route.scope !== "user")("needs its least role", async () => {
    for (const role of ROLES.filter((each) => !roleAtLeast(each, route.role)) as Role[]) {
      const { token } = await mint({ userId: owner.userId, sessionId: owner.sessionId, orgId: owner.orgId, role });
      expect(await expectError(await send(entry, token), 403)).toMatchObject({ code: "forbidden" });
    }
  });
});

describe.each(withId)("%s", (name, route) => {
  test("an id that is none, that nobody has or that another organisation has: 404, all alike", async () => {
    const token = rightToken(route, stranger);
    const bodies = [];
    for (const id of ["x", "%00", "..%2f", "0", randomUUID(), undefined]) {
      const { requestId: _, ...body } = await expectError(await send([name, route], token, id), 404);
      bodies.push(body);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });
});

test("the owner's entities are as they were", async () => {
  for (const path of [`/assistant/${ids.assistant}`, `/call/${ids.call}`]) expect((await owner.fetch(path)).status).toBe(200);
  expect((await owner.json<{ latestVersion: string }>("GET", `/assistant/${ids.assistant}`)).body.latestVersion).toBe("v1");
});

describe.each(routes.filter(([, { body, bodyType }]) => body !== undefined && bodyType !== "form"))("%s", (name, route) => {
  test.each([
    ["no body", "", "application/json", 400],
    ["not JSON", "{", "application/json", 400],
    ["a list", "[]", "application/json", 400],
    ["null", "null", "application/json", 400],
    ["a number", "1e999", "application/json", 400],
    ["U+0000", '{"name":"\\u0000"}', "application/json", 400],
    ["half a surrogate pair", '{"name":"\\ud83c"}', "application/json", 400],
    ["an unknown property", '{"nobodyKnowsThis":1}', "application/json", 400],
    ["a dangerous property", '{"__proto__":{"x":1}}', "application/json", 400],
    ["deep nesting", `{"metadata":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "application/json", 400],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), "application/json", 400],
    ["a form", "name=x", "application/x-www-form-urlencoded", 415],
    ["six megabytes", `{"name":"${"x".repeat(6_000_000)}"}`, "application/json", 413],
  ])("%s is refused", async (what, body, type, status) => {
    if (body === "" && route.body?.safeParse(undefined).success) return;
    const response = await fetch(`${server.url}${pathOf({ ...route, path: placed(route) })}`, {
      method: route.method,
      headers: { "content-type": type, authorization: `Bearer ${rightToken(route, owner)}` },
      body,
    });
    // The body is in its provider's own words, so that only its target is amiss.
    const isOpen = name === "updateProviderResource" && what === "an unknown property";
    await expectError(response, isOpen ? 404 : status);
  });
});
