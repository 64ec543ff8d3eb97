import { generateKeyPair, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { ErrorBody, KeySet, Token } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

let server: TestServer;
/** A server that may reach this machine's own addresses. */
let open: TestServer;
let owner: TestClient;
let host: Server;
let hostUrl: string;
let published: unknown;
/**
 * RSA keys by their bits. They are made before the first request: the server is in this process, and its connections would time out
 * meanwhile.
 */
const rsaKeys = new Map<number, Record<string, unknown>>();
beforeAll(async () => {
  for (const bits of [1024, 2048]) {
    const pair = await promisify(generateKeyPair)("rsa", { modulusLength: bits });
    rsaKeys.set(bits, { ...pair.publicKey.export({ format: "jwk" }) });
  }
  host = createServer((_request, response) => response.end(JSON.stringify(published)));
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  [server, open] = await Promise.all([startTestServer(), startTestServer({ config: { allowPrivateAddresses: true } })]);
  owner = await server.signUp();
});
afterAll(async () => {
  await Promise.all([server?.close(), open?.close()]);
  host.close();
});

const publicKey = (bits: 1024 | 2048 = 2048) => rsaKeys.get(bits);

const register = (body: object, client = owner) =>
  client.json<KeySet & ErrorBody>("POST", `/org/${client.orgId}/key-set`, {
    name: "Backend",
    issuer: `https://${randomUUID()}.example`,
    role: "viewer",
    ...body,
  });

test("a key set is registered, listed and deleted", async () => {
  const keys = { keys: [{ ...publicKey(), kid: "one" }] };
  const made = await register({ keys, issuer: "https://one.example", role: "admin" });
  expect(made).toMatchObject({ status: 201, body: { name: "Backend", issuer: "https://one.example", keys, role: "admin" } });
  const path = `/org/${owner.orgId}/key-set`;
  expect((await owner.json("GET", path)).body).toEqual([made.body]);
  expect(await register({ keys, issuer: "https://one.example" })).toMatchObject({
    status: 409,
    body: { code: "key-set-issuer-taken" },
  });
  expect((await owner.json("DELETE", `${path}/${made.body.id}`)).body).toEqual(made.body);
  expect(await owner.json("DELETE", `${path}/${made.body.id}`)).toMatchObject({ status: 404, body: { code: "not-found" } });
  expect((await owner.json("GET", path)).body).toEqual([]);
});

test.each<[string, () => object, string]>([
  ["neither address nor keys", () => ({}), "keys must be either jwksUrl or keys"],
  ["both", () => ({ jwksUrl: "https://a.example", keys: { keys: [publicKey()] } }), "keys must be either jwksUrl or keys"],
  [
    "an RSA key of 1024 bits",
    () => ({ keys: { keys: [publicKey(1024)] } }),
    "keys.keys.0 has 1024 bits, and must have at least 2048",
  ],
  [
    "a private key",
    () => ({ keys: { keys: [generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })] } }),
    "keys.keys.0 must be a public key: leave out its private part, and make another pair, for this one has been told",
  ],
  [
    "a shared secret",
    () => ({ keys: { keys: [{ kty: "oct", k: "c2VjcmV0" }] } }),
    "keys.keys.0.kty must be one of: RSA, EC, OKP",
  ],
  ["a key that is none", () => ({ keys: { keys: [{ kty: "RSA", n: "x" }] } }), "keys.keys.0 cannot be read as a JSON Web Key"],
  [
    "a key for encryption",
    () => ({ keys: { keys: [{ ...publicKey(), use: "enc" }] } }),
    "keys.keys.0 must be for signatures (use: sig)",
  ],
  [
    "a key on another curve",
    () => ({ keys: { keys: [generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey.export({ format: "jwk" })] } }),
    "keys.keys.0 must be on one of P-256, P-384, P-521",
  ],
  ["an address without encryption", () => ({ jwksUrl: "http://keys.example/jwks.json" }), "jwksUrl must begin with https://"],
  [
    "this server as issuer",
    () => ({ issuer: "callwright", keys: { keys: [publicKey()] } }),
    "issuer must not be callwright, which is this server",
  ],
])("%s is refused", async (_, body, problem) => {
  const refused = await register(body());
  expect(refused).toMatchObject({ status: 400, body: { code: "validation-failed", message: [problem] } });
});

test("an address in the server's own network is refused unless the operator allows it", async () => {
  const refused = await register({ jwksUrl: hostUrl.replace("http:", "https:") });
  expect(refused).toMatchObject({ status: 400, body: { code: "host-address-private" } });
  published = { keys: [publicKey()] };
  expect((await register({ jwksUrl: hostUrl }, await open.signUp())).status).toBe(201);
});

test("an address is tried before it is registered, and what is wrong there is told", async () => {
  const client = await open.signUp();
  const refusal = async (answer: unknown, jwksUrl = hostUrl) => {
    published = answer;
    return (await register({ jwksUrl }, client)).body;
  };
  expect(await refusal([])).toMatchObject({ code: "key-set-unusable", statusCode: 400 });
  expect(await refusal({ keys: [] })).toMatchObject({ code: "key-set-unusable" });
  expect((await refusal({ keys: [publicKey(1024)] })).message).toMatch(/its first key has 1024 bits/);
  expect(await refusal({ keys: [] }, "http://127.0.0.1:1")).toMatchObject({ code: "host-unreachable", statusCode: 502 });
  expect((await client.json("GET", `/org/${client.orgId}/key-set`)).body).toEqual([]);
  published = { keys: [publicKey(1024), publicKey()] };
  expect((await register({ jwksUrl: hostUrl }, client)).status).toBe(201);
});

test("there are at most twenty", async () => {
  const client = await server.signUp();
  const keys = { keys: [publicKey()] };
  for (let made = 0; made < 20; made += 1) expect((await register({ keys }, client)).status).toBe(201);
  expect(await register({ keys }, client)).toMatchObject({ status: 409, body: { code: "key-set-limit" } });
});

test("an API token registers none: it is no admin", async () => {
  const { value } = (await owner.json<Token>("POST", "/token", {})).body;
  const response = await fetch(`${server.url}/org/${owner.orgId}/key-set`, {
    method: "POST",
    headers: { authorization: `Bearer ${value}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Mine", issuer: "https://i.example", keys: { keys: [publicKey()] }, role: "admin" }),
  });
  expect(response.status).toBe(403);
});
