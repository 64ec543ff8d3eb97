import { randomUUID } from "node:crypto";
import {
  LENIENT,
  type PlatformRouteName,
  platformRoutes,
  type Route,
  roleAtLeast,
  type Token,
  type TokenTag,
} from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BODIES, createOneOfEach, fillPath } from "../../testing/route-requests.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { createAuth } from "../auth/auth.ts";
import { createMintOrgToken, type MintOrgToken } from "../auth/org-token.ts";

/**
 * Rules for every route of the contract, generated from its table: a new route is covered automatically. Roles are tested in
 * `tests/api/role-table.test.ts`.
 */

/** Routes whose path names something that does not belong to the owner, and whose body is checked. */
const PLACES: Record<string, string> = { provider: "cartesia", voiceId: "slt", resourceName: "pronunciation-dictionary" };

/** All that visitors of a page may do. A route added here becomes public. */
const VISITOR_ROUTES: PlatformRouteName[] = ["createWebCall", "createWebChat", "createWebChatResponse"];

/** Routes for requests that are refused before a handler runs: the kit refuses them for all routes. */
const SAMPLES: PlatformRouteName[] = ["createAssistant", "updateOrg", "saveAssistantDraft", "getAssistant", "updateCall"];

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

/** The path with the owner's ids, or with `id` in all places. */
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

/** Checks every part of a refusal; `row` identifies it in a failed test. */
async function expectError(response: Response, status: number, row: unknown): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>;
  const about = JSON.stringify(row);
  expect.soft({ status: response.status, body }, about).toMatchObject({
    status,
    body: { statusCode: status, error: expect.any(String), code: expect.any(String), message: expect.anything() },
  });
  expect.soft(body.requestId, about).toBe(response.headers.get("x-request-id"));
  return body;
}

const rightToken = (route: Route, client: TestClient) => (route.scope === "user" ? client.userToken : client.orgToken);
const wrongToken = ({ scope }: Route, { orgToken, userToken }: TestClient) =>
  scope === "account" ? "neither" : scope === "user" ? orgToken : userToken;

/** All rows of a route are checked, also after one that failed. */
test.each(guarded)("%s: with which bearer and origin", async (name, route) => {
  const entry: [PlatformRouteName, Route] = [name, route];

  const broken = SAMPLES.includes(name) ? ["broken", "a.b.c"] : [];
  for (const token of [undefined, ...broken, wrongToken(route, owner)]) {
    const response = await send(entry, token);
    const row = `a missing, broken or other bearer: ${token}`;
    expect.soft(response.headers.get("www-authenticate"), row).toBe("Bearer");
    expect.soft(await expectError(response, 401, row), row).toMatchObject({ code: "unauthorized" });
  }

  if (route.scope !== "user") {
    const row = "an expired bearer";
    expect.soft(await expectError(await send(entry, await expired()), 401, row), row).toMatchObject({ code: "token-expired" });
  }

  const isForVisitors = route.scope === "public";
  expect.soft([name, isForVisitors]).toEqual([name, VISITOR_ROUTES.includes(name)]);
  const byVisitor = await send(entry, apiTokens.public);
  if (isForVisitors) expect.soft(byVisitor.status, "a public token").not.toBe(401);
  else expect.soft(await expectError(byVisitor, 401, "a public token"), "a public token").toMatchObject({ code: "token-public" });

  // Sent with an editor's token of one organization.
  const { status } = await send(entry, apiTokens.private, route.path.includes("{") ? randomUUID() : undefined);
  if (route.scope === "user") expect.soft(status, "a private token").toBe(401);
  else if (!roleAtLeast("editor", route.role)) expect.soft(status, "a private token").toBe(403);
  else expect.soft([401, 403], "a private token").not.toContain(status);

  const preflight = await fetch(`${server.url}${route.path}`, {
    method: "OPTIONS",
    headers: { origin: "http://evil.example", "access-control-request-method": route.method },
  });
  expect.soft(preflight.headers.get("access-control-allow-credentials"), "another origin").toBeNull();
  expect.soft(preflight.status, "another origin").toBe(isForVisitors ? 204 : 403);
  expect.soft(preflight.headers.get("access-control-allow-origin"), "another origin").toBe(isForVisitors ? "*" : null);
});

test.each(withId)(
  "%s: an id that is none, that nobody has or that another organization has: 404, all alike",
  async (name, route) => {
    const token = rightToken(route, stranger);
    const bodies = [];
    const odd = SAMPLES.includes(name) ? ["%00", "..%2f", "0"] : [];
    for (const id of ["x", ...odd, randomUUID(), undefined]) {
      const { requestId: _, ...body } = await expectError(await send([name, route], token, id), 404, id);
      bodies.push(body);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  },
);

test("the owner's entities are as they were", async () => {
  for (const path of [`/assistant/${ids.assistant}`, `/call/${ids.call}`]) expect((await owner.fetch(path)).status).toBe(200);
  expect((await owner.json<{ latestVersion: string }>("GET", `/assistant/${ids.assistant}`)).body.latestVersion).toBe("v1");
});

interface Malformed {
  what: string;
  body: string | Buffer<ArrayBuffer>;
  type?: string;
  status: number;
}

/** What the kit refuses before a handler sees it, in bodies of a few bytes. */
const SHORT: Malformed[] = [
  { what: "not JSON", body: "{", status: 400 },
  { what: "an unknown property", body: '{"nobodyKnowsThis":1}', status: 400 },
  { what: "a form", body: "name=x", type: "application/x-www-form-urlencoded", status: 415 },
];
const MALFORMED: Malformed[] = [
  ...SHORT,
  { what: "no body", body: "", status: 400 },
  { what: "a list", body: "[]", status: 400 },
  { what: "null", body: "null", status: 400 },
  { what: "a number", body: "1e999", status: 400 },
  { what: "U+0000", body: '{"name":"\\u0000"}', status: 400 },
  { what: "half a surrogate pair", body: '{"name":"\\ud83c"}', status: 400 },
  { what: "a dangerous property", body: '{"__proto__":{"x":1}}', status: 400 },
  { what: "deep nesting", body: `{"metadata":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, status: 400 },
  { what: "bytes that are not UTF-8", body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), status: 400 },
  { what: "six megabytes", body: `{"name":"${"x".repeat(6_000_000)}"}`, status: 413 },
];

const withJson = routes.filter(([, { body, bodyType }]) => body !== undefined && bodyType !== "form");

async function expectRefused([name, route]: [PlatformRouteName, Route], { what, body, type, status }: Malformed): Promise<void> {
  const response = await fetch(`${server.url}${pathOf({ ...route, path: placed(route) })}`, {
    method: route.method,
    headers: { "content-type": type ?? "application/json", authorization: `Bearer ${rightToken(route, owner)}` },
    body,
  });
  // The body uses its provider's own fields, so only its target is wrong.
  const isOpen = name.endsWith("ProviderResource") && what === "an unknown property";
  await expectError(response, isOpen && name !== "createProviderResource" ? 404 : status, `${name}: ${what}`);
}

/** PATCH routes of resources with several kinds: the contract describes only the whole. */
const LENIENT_PATCHES: PlatformRouteName[] = ["updateTool", "updateKnowledgeBase", "updatePhoneNumber"];

/** Lenient bodies still refuse likely typos, which another test covers. */
function isRefused([name, { body }]: [PlatformRouteName, Route], { what }: Malformed): boolean {
  const isLenient = (body && LENIENT.has(body)) || LENIENT_PATCHES.includes(name);
  return !(isLenient && what === "an unknown property");
}

test("every route with a body refuses what is malformed", async () => {
  for (const entry of withJson)
    for (const malformed of SHORT.filter((each) => isRefused(entry, each))) await expectRefused(entry, malformed);
});

test.each(withJson.filter(([name]) => SAMPLES.includes(name)))("%s refuses all that is malformed", async (name, route) => {
  for (const malformed of MALFORMED.filter((each) => isRefused([name, route], each)))
    await expectRefused([name, route], malformed);
});
