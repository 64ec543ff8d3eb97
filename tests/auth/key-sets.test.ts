import { generateKeyPair, type KeyObject, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import {
  KEY_SET_CACHE_MAX_AGE_MS,
  KEY_SET_COOLDOWN_MS,
  KEY_SET_FETCH_TIMEOUT_MS,
  RSA_MIN_BITS,
} from "../../packages/contract/src/index.ts";
import { useAuthService } from "./auth-service.ts";
import { signJwt } from "./sign-jwt.ts";

/** Sections 5 and 9 of the specification: the keys that sign tokens. */

const service = useAuthService({ config: { allowPrivateAddresses: true } });
const { passSeconds } = service;

/** A new issuer for each test, which registers its key set. */
let issuer: string;
beforeEach(() => {
  issuer = `https://${randomUUID()}.example`;
});

/** An organization's own server: it answers its public keys, and signs tokens. */
function keyServer() {
  let keys: unknown[] = [];
  let reads = 0;
  const server = createServer((_request, response) => {
    reads += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ keys }));
  });
  return {
    listen: () => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    reads: () => reads,
    publish: (...published: unknown[]) => {
      keys = published;
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** Made beside the server, which is in the same process: for as long as it stood still its connections would time out. */
const rsa = (bits: number) => promisify(generateKeyPair)("rsa", { modulusLength: bits });
const publicJwk = ({ publicKey }: { publicKey: KeyObject }, kid: string) => ({ ...publicKey.export({ format: "jwk" }), kid });

let admin: TestClient;
beforeAll(async () => {
  admin = await service.server.signUp();
});

const register = (keySet: object) =>
  admin.json<{ message: string }>("POST", `/org/${admin.orgId}/key-set`, {
    name: "Ours",
    issuer,
    role: "editor",
    ...keySet,
  });
const statusOf = async (token: string) =>
  (await fetch(`${service.server.url}/assistant`, { headers: { authorization: `Bearer ${token}` } })).status;

/** The claims of a token by an organization's server. */
const claims = () => {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: "callwright",
    sub: "back-end",
    jti: randomUUID(),
    orgId: admin.orgId,
    iat: nowSeconds,
    exp: nowSeconds + 3600,
  };
};

describe("5. Validation rules: signed tokens", () => {
  test("Signed tokens accept only allow-listed algorithms.", async () => {
    const pair = await rsa(2048);
    await register({ keys: { keys: [publicJwk(pair, "one")] } });
    expect(await statusOf(signJwt({ alg: "RS256", kid: "one" }, claims(), pair.privateKey))).toBe(200);
    const pem = pair.publicKey.export({ type: "spki", format: "pem" });
    for (const forged of [
      signJwt({ alg: "none", kid: "one" }, claims()),
      // If the token could choose the algorithm, the server would use its own public key as the shared secret.
      signJwt({ alg: "HS256", kid: "one" }, claims(), pem),
    ])
      expect(await statusOf(forged)).toBe(401);

    // Our own tokens are always signed with EdDSA.
    const [header = "", payload = ""] = admin.orgToken.split(".");
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
    const own = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(await statusOf(admin.orgToken)).toBe(200);
    for (const alg of ["none", "HS256"]) expect(await statusOf(signJwt({ alg, kid }, own, "secret"))).toBe(401);
  });

  test("RSA keys must be at least 2048 bits.", async () => {
    const refused = await register({ keys: { keys: [publicJwk(await rsa(1024), "weak")] } });
    expect(refused.status).toBe(400);
    expect(String(refused.body.message)).toContain("1024 bits");
  });
});

describe("9. Business constants and limits: keys", () => {
  // The time-out at a server that is too slow: apps/server/src/platform/auth/fetch-key-set.test.ts, which waits for no five seconds.
  test("Key-set fetch timeout is 5000 ms, cooldown 30000 ms, cache max age 600000 ms.", async () => {
    expect([KEY_SET_FETCH_TIMEOUT_MS, KEY_SET_COOLDOWN_MS, KEY_SET_CACHE_MAX_AGE_MS]).toEqual([5000, 30_000, 600_000]);
    const keys = keyServer();
    await keys.listen();
    try {
      const [first, second] = [await rsa(2048), await rsa(2048)];
      keys.publish(publicJwk(first, "first"));
      const { status } = await register({ jwksUrl: keys.url() });
      expect(status).toBe(201);
      const ofFirst = () => statusOf(signJwt({ alg: "RS256", kid: "first" }, claims(), first.privateKey));
      const ofSecond = () => statusOf(signJwt({ alg: "RS256", kid: "second" }, claims(), second.privateKey));
      expect(await ofFirst()).toBe(200);
      const reads = keys.reads();
      expect(await ofFirst()).toBe(200);
      expect(keys.reads()).toBe(reads);

      keys.publish(publicJwk(first, "first"), publicJwk(second, "second"));
      passSeconds(29);
      expect(await ofSecond()).toBe(401);
      expect(keys.reads()).toBe(reads);
      passSeconds(2);
      expect(await ofSecond()).toBe(200);
      expect(keys.reads()).toBe(reads + 1);

      passSeconds(599);
      expect(await ofFirst()).toBe(200);
      expect(keys.reads()).toBe(reads + 1);
      keys.publish(publicJwk(second, "second"));
      passSeconds(2);
      expect(await ofFirst()).toBe(401);
    } finally {
      await keys.close();
    }
  });

  test("RSA minimum is 2048 bits.", async () => {
    expect(RSA_MIN_BITS).toBe(2048);
    const { status } = await register({ keys: { keys: [publicJwk(await rsa(2048), "just enough")] } });
    expect(status).toBe(201);
  });
});
