import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AuditEvent, type CreateKeySet, type ErrorBody, type KeySet, PLATFORM_ERRORS } from "@callwright/contract";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

/** An organization's own servers sign tokens; their keys are at a real address, or were registered directly. */
const ISSUER = "https://servers.example";
let server: TestServer;
let owner: TestClient;
let host: Server;
let hostUrl: string;
let key: Signer;
let nowMs = Date.UTC(2026, 0, 1);
/** The keys at the address. */
let published: JWK[];
let answer: (response: ServerResponse) => void;
let fetches: number;
let registered: KeySet;

interface Signer {
  kid: string;
  alg: string;
  privateKey: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];
  jwk: JWK;
}

async function makeSigner(kid: string, alg = "ES256"): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid } };
}

beforeAll(async () => {
  host = createServer((_request, response) => {
    fetches += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  server = await startTestServer({ config: { allowPrivateAddresses: true }, now: () => new Date(nowMs) });
  owner = await server.signUp({ name: "Ada" });
  key = await makeSigner("k1");
});
afterAll(async () => {
  await server?.close();
  host.closeAllConnections();
  host.close();
});
beforeEach(async () => {
  answer = (response) => response.end(JSON.stringify({ keys: published }));
  published = [key.jwk];
  if (registered) await owner.json("DELETE", `/org/${owner.orgId}/key-set/${registered.id}`);
  registered = (await register({ jwksUrl: `${hostUrl}/jwks.json` })).body;
  fetches = 0;
});

const register = (body: Partial<CreateKeySet>, client = owner) =>
  client.json<KeySet & ErrorBody>("POST", `/org/${client.orgId}/key-set`, {
    name: "Backend",
    issuer: ISSUER,
    role: "editor",
    ...body,
  });

interface TokenOptions {
  claims?: Record<string, unknown>;
  /** Claims left out. */
  without?: readonly string[];
  lifetimeSeconds?: number;
}

function sign({ claims = {}, without = [], lifetimeSeconds = 600 }: TokenOptions = {}, signer = key): Promise<string> {
  const iat = Math.floor(nowMs / 1000);
  const all = {
    iss: ISSUER,
    aud: "callwright",
    orgId: owner.orgId,
    sub: "billing",
    jti: randomUUID(),
    iat,
    exp: iat + lifetimeSeconds,
  };
  const payload = Object.fromEntries(Object.entries({ ...all, ...claims }).filter(([name]) => !without.includes(name)));
  return new SignJWT(payload).setProtectedHeader({ alg: signer.alg, kid: signer.kid }).sign(signer.privateKey);
}

async function ask(token: string, method = "GET", path = "/assistant") {
  const response = await fetch(server.url + path, { method, headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, headers: response.headers, body: (await response.json()) as ErrorBody };
}

test("a token of an organization's server opens its organization, with at most the set's role", async () => {
  expect((await ask(await sign())).status).toBe(200);
  const create = async (claims: object) => {
    const headers = { authorization: `Bearer ${await sign({ claims: { ...claims } })}`, "content-type": "application/json" };
    return (await fetch(`${server.url}/assistant`, { method: "POST", headers, body: "{}" })).status;
  };
  expect(await create({})).toBe(201);
  expect(await create({ role: "admin" })).toBe(201);
  expect(await create({ role: "viewer" })).toBe(403);
  const asAdmin = await ask(await sign({ claims: { role: "admin" } }), "GET", `/org/${owner.orgId}/audit`);
  expect(asAdmin).toMatchObject({ status: 403, body: { message: "Your role 'editor' cannot do this. It needs 'admin'." } });
});

test("what it does stands in the audit log under its key set and its subject", async () => {
  const headers = { authorization: `Bearer ${await sign()}`, "content-type": "application/json" };
  await fetch(`${server.url}/assistant`, { method: "POST", headers, body: '{"name":"By a server"}' });
  const { body } = await owner.json<AuditEvent[]>("GET", `/org/${owner.orgId}/audit?actorId=${registered.id}`);
  expect(body).toMatchObject([
    { action: "createAssistant", targetName: "By a server", actor: "key-set", actorName: "Backend: billing" },
  ]);
});

test("its use is noted, at most once a minute", async () => {
  const lastUsed = async () => (await owner.json<KeySet[]>("GET", `/org/${owner.orgId}/key-set`)).body[0]?.lastUsedAt;
  expect(await lastUsed()).toBeUndefined();
  const firstMs = nowMs;
  await ask(await sign());
  await expect.poll(lastUsed).toBe(new Date(firstMs).toISOString());
  nowMs += 59_999;
  await ask(await sign());
  expect(await lastUsed()).toBe(new Date(firstMs).toISOString());
  nowMs += 1;
  await ask(await sign());
  await expect.poll(lastUsed).toBe(new Date(nowMs).toISOString());
});

test.each([
  ["no 'sub'", { without: ["sub"] }, "it has no 'sub'"],
  ["no 'jti'", { without: ["jti"] }, "it has no 'jti'"],
  ["no 'iat'", { without: ["iat"] }, "it has no 'iat'"],
  ["no end", { without: ["exp"] }, "it has no 'exp'"],
  ["another audience", { claims: { aud: "elsewhere" } }, "its 'aud' is not right"],
  ["no audience", { without: ["aud"] }, "it has no 'aud'"],
  ["a role there is not", { claims: { role: "owner" } }, "its 'role' is not right"],
  ["a subject that breaks a line", { claims: { sub: "a\nb" } }, "its 'sub' is not right"],
  ["more than an hour", { lifetimeSeconds: 3601 }, "it lasts longer than 3600 s"],
  ["an end that has passed", { claims: { iat: 1, exp: 2 } }, "it has expired"],
  [
    "a beginning to come",
    { claims: { iat: Date.UTC(2099, 0) / 1000, exp: Date.UTC(2099, 0) / 1000 + 60 } },
    "its 'iat' is still to come",
  ],
] as const)("a token with %s is refused by what is wrong with it", async (_, options, detail) => {
  const refused = await ask(await sign(options));
  expect(refused).toMatchObject({ status: 401, body: { code: "token-refused" } });
  expect(refused.body.message).toBe(`The token from issuer '${ISSUER}' was rejected: ${detail}.`);
});

test("an hour is not too long", async () => {
  expect((await ask(await sign({ lifetimeSeconds: 3600 }))).status).toBe(200);
});

test("without a signature of the set's keys a token is told nothing", async () => {
  const [other, secret] = [await makeSigner("k1"), new TextEncoder().encode("x".repeat(64))];
  const [header, payload, signature] = (await sign()).split(".");
  const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  const claims = {
    iss: ISSUER,
    aud: "callwright",
    orgId: owner.orgId,
    sub: "s",
    jti: "j",
    iat: nowMs / 1000,
    exp: nowMs / 1000 + 60,
  };
  const forged = [
    await sign({}, other),
    `${none}.${payload}.`,
    `${header}.${payload}.${signature?.split("").reverse().join("")}`,
    await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "k1" }).sign(secret),
    await sign({ claims: { iss: "https://nobody.example" } }),
    await sign({ claims: { orgId: randomUUID() } }),
    await sign({ without: ["orgId"] }),
  ];
  for (const token of forged) expect(await ask(token)).toMatchObject({ status: 401, body: { code: "unauthorized" } });
});

test("one organization's keys open no other, under the same issuer and key id neither", async () => {
  const stranger = await server.signUp();
  const theirs = await makeSigner("k1");
  await register({ keys: { keys: [theirs.jwk as never] } }, stranger);
  const forTheirs = { claims: { orgId: stranger.orgId } };
  expect((await ask(await sign(forTheirs, theirs))).status).toBe(200);
  expect((await ask(await sign(forTheirs, key))).status).toBe(401);
  expect((await ask(await sign({}, theirs))).status).toBe(401);
});

test("keys are read once, again when a token names one that is new, but no more often than the cooldown allows", async () => {
  await Promise.all([ask(await sign()), ask(await sign()), ask(await sign())]);
  expect(fetches).toBe(1);
  const added = await makeSigner("k2");
  nowMs += 29_999;
  published = [key.jwk, added.jwk];
  expect((await ask(await sign({}, added))).status).toBe(401);
  expect(fetches).toBe(1);
  nowMs += 1;
  expect((await ask(await sign({}, added))).status).toBe(200);
  expect((await ask(await sign())).status).toBe(200);
  expect(fetches).toBe(2);
});

test("a key that was taken away opens nothing after ten minutes", async () => {
  expect((await ask(await sign())).status).toBe(200);
  published = [(await makeSigner("k2")).jwk];
  nowMs += 599_999;
  expect((await ask(await sign())).status).toBe(200);
  nowMs += 1;
  expect((await ask(await sign())).status).toBe(401);
});

test.each<[string, (response: ServerResponse) => void]>([
  ["that answers an error", (response) => response.writeHead(500).end()],
  ["that breaks off", (response) => response.destroy()],
  ["that answers something else", (response) => response.end("<html>")],
  ["that answers too much", (response) => response.end(JSON.stringify({ keys: [], more: "x".repeat(300_000) }))],
  ["that leads elsewhere", (response) => response.writeHead(302, { location: `${hostUrl}/other` }).end()],
])("a key set's server %s is told as such, and asked again after the cooldown", async (_, broken) => {
  answer = broken;
  const unavailable = await ask(await sign());
  expect(unavailable).toMatchObject({
    status: PLATFORM_ERRORS["key-set-unavailable"].status,
    body: { code: "key-set-unavailable" },
  });
  expect(unavailable.headers.get("retry-after")).toBe("30");
  await ask(await sign());
  expect(fetches).toBe(1);
  answer = (response) => response.end(JSON.stringify({ keys: published }));
  nowMs += 30_000;
  expect((await ask(await sign())).status).toBe(200);
});

test("keys that are kept outlast a server that is away for a while", async () => {
  expect((await ask(await sign())).status).toBe(200);
  answer = (response) => response.destroy();
  nowMs += 30_000;
  expect((await ask(await sign({}, await makeSigner("k2")))).status).toBe(503);
  expect((await ask(await sign())).status).toBe(200);
});

test("a fetched RSA key of less than 2048 bits opens nothing; one of 2048 does", async () => {
  const signerOf = async (bits: number, kid: string) => {
    const pair = generateKeyPairSync("rsa", { modulusLength: bits });
    const jwk = { ...(pair.publicKey.export({ format: "jwk" }) as JWK), kid };
    return { kid, jwk, sign: pair.privateKey };
  };
  const [weak, strong] = [await signerOf(1024, "weak"), await signerOf(2048, "strong")];
  published = [weak.jwk, strong.jwk];
  // The library would not even sign with such a key.
  const { createSign } = await import("node:crypto");
  const tokenOf = async ({ kid, sign: privateKey }: typeof weak) => {
    const [, payload] = (await sign()).split(".");
    const head = `${Buffer.from(JSON.stringify({ alg: "RS256", kid })).toString("base64url")}.${payload}`;
    return `${head}.${createSign("RSA-SHA256").update(head).sign(privateKey).toString("base64url")}`;
  };
  expect(await ask(await tokenOf(weak))).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  expect((await ask(await tokenOf(strong))).status).toBe(200);
});

test.each([
  ["exponent 1", { e: "AQ" }],
  ["an even exponent", { e: "Ag" }],
  ["an even modulus", { n: (n: string) => `${n.slice(0, -4)}AAAA` }],
])(
  "an RSA key of %s is refused, and verifies no forged token",
  async (_what, { e, n }: { e?: string; n?: (n: string) => string }) => {
    const { n: modulus = "", ...rsa } = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
    const jwk = { ...rsa, kid: "forged", n: n?.(modulus) ?? modulus, ...(e ? { e } : {}) } as JWK;
    const registered = await register({ keys: { keys: [jwk as never] } }, await server.signUp());
    expect(registered.status).toBe(400);
    published = [jwk];
    // With exponent 1, the signature is the padded hash itself.
    const [, payload] = (await sign()).split(".");
    const head = `${Buffer.from(JSON.stringify({ alg: "RS256", kid: "forged" })).toString("base64url")}.${payload}`;
    const digest = Buffer.concat([SHA256_PREFIX, createHash("sha256").update(head).digest()]);
    const padded = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(256 - 3 - digest.length, 0xff), Buffer.from([0]), digest]);
    expect((await ask(`${head}.${padded.toString("base64url")}`)).status).toBe(401);
  },
);

/** The prefix of a SHA-256 in PKCS #1 (RFC 8017, 9.2). */
const SHA256_PREFIX = Buffer.from("3031300d060960864801650304020105000420", "hex");

test("a deleted key set, and a deleted organization's, opens nothing from the next request on", async () => {
  const person = await server.signUp();
  const { body } = await register({ keys: { keys: [key.jwk as never] } }, person);
  const token = await sign({ claims: { orgId: person.orgId } });
  expect((await ask(token)).status).toBe(200);
  await person.fetch(`/org/${person.orgId}`, { method: "DELETE" });
  expect((await ask(token)).status).toBe(401);
  const headers = { authorization: `Bearer ${person.userToken}` };
  await fetch(`${server.url}/org/${person.orgId}/restore`, { method: "POST", headers });
  expect((await ask(token)).status).toBe(200);
  await person.json("DELETE", `/org/${person.orgId}/key-set/${body.id}`);
  expect((await ask(token)).status).toBe(401);
});
