import { PlatformError, type Role } from "@callwright/contract";
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newApiToken } from "../http/api-token.ts";
import type { Authenticate, OrgCaller } from "../http/caller.ts";
import { createAuthenticate } from "./authenticate.ts";

const authenticateApiToken = async (): Promise<OrgCaller> => ({
  kind: "org",
  orgId: "o",
  role: "viewer",
  tag: "public",
  userId: null,
  apiToken: { id: "t", restrictions: {} },
});

/** Whatever is of another issuer. */
const authenticateByKeySet = (): Promise<OrgCaller> => Promise.reject(new PlatformError("unauthorized"));

type Key = Awaited<ReturnType<typeof makeKey>>;

async function makeKey(kid: string, alg = "EdDSA") {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } };
}

const START_MS = Date.UTC(2026, 0, 1);
let key: Key;
let nowMs: number;
let keySet: JSONWebKeySet;
let reads: number;
let authenticate: Authenticate;
let currentRole: Role | undefined;
const roleOf = async () => currentRole;
let ended: string | undefined;
const isLive = async (sessionId: string) => sessionId !== ended;

beforeAll(async () => {
  key = await makeKey("k1");
});
beforeEach(() => {
  nowMs = START_MS;
  keySet = { keys: [key.jwk] };
  reads = 0;
  currentRole = "admin";
  ended = undefined;
  authenticate = createAuthenticate({
    authenticateApiToken,
    authenticateByKeySet,
    roleOf,
    isLive,
    now: () => new Date(nowMs),
    readKeySet: async () => {
      reads += 1;
      return keySet;
    },
  });
});

const orgClaims = { aud: "callwright/org", sub: "u", sid: "s", orgId: "o", role: "editor", tag: "private", jti: "j" };
const userClaims = { aud: "callwright/user", sub: "u", sid: "s", jti: "j" };

function sign(claims: JWTPayload & Record<string, unknown>, signer = key): Promise<string> {
  const { iss = "callwright", exp = START_MS / 1000 + 3600, ...payload } = claims;
  return new SignJWT(payload)
    .setProtectedHeader({ alg: signer.alg, kid: signer.kid })
    .setIssuer(iss)
    .setExpirationTime(exp)
    .sign(signer.privateKey);
}

async function codeOf(token: string): Promise<string> {
  const error = await authenticate(token).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof PlatformError ? error.code : `${error}`;
}

test("a user token and an organization token say who holds them", async () => {
  expect(await authenticate(await sign(userClaims))).toEqual({ kind: "user", userId: "u", sessionId: "s" });
  expect(await authenticate(await sign(orgClaims))).toEqual({
    kind: "org",
    orgId: "o",
    role: "editor",
    tag: "private",
    userId: "u",
    sessionId: "s",
    apiToken: null,
  });
});

test("an API token is looked up, and a token of ours that calls itself public is none", async () => {
  expect(await authenticate(newApiToken("public"))).toMatchObject({ tag: "public", apiToken: { id: "t" } });
  expect(await codeOf(await sign({ ...orgClaims, tag: "public" }))).toBe("unauthorized");
  expect(reads).toBe(1);
});

describe("refused", () => {
  test("after its hour, as expired", async () => {
    const token = await sign(orgClaims);
    nowMs += 3_599_000;
    expect(await codeOf(token)).toBe("undefined");
    nowMs += 1_000;
    expect(await codeOf(token)).toBe("token-expired");
  });

  test.each<[string, Record<string, unknown>]>([
    ["of another issuer", { ...orgClaims, iss: "http://localhost:3000" }],
    ["for another audience", { ...orgClaims, aud: "http://localhost:3000" }],
    ["for both audiences", { ...orgClaims, aud: ["callwright/org", "callwright/user"] }],
    ["without an organization", { ...orgClaims, orgId: undefined }],
    ["of an unknown role", { ...orgClaims, role: "owner" }],
    ["without an id", { ...orgClaims, jti: undefined }],
    ["without a session", { ...orgClaims, sid: undefined }],
  ])("%s", async (_, claims) => {
    expect(await codeOf(await sign(claims))).toBe("unauthorized");
  });

  test("signed by a stranger under our key's id", async () => {
    expect(await codeOf(await sign(orgClaims, await makeKey("k1")))).toBe("unauthorized");
  });

  test("signed with an algorithm that is not ours, even by a key of the set", async () => {
    const other = await makeKey("k2", "ES256");
    keySet = { keys: [key.jwk, other.jwk] };
    expect(await codeOf(await sign(orgClaims, other))).toBe("unauthorized");
  });

  test("not signed, or not a token", async () => {
    const unsigned = new UnsecuredJWT(orgClaims)
      .setIssuer("callwright")
      .setExpirationTime(START_MS / 1000 + 3600)
      .encode();
    for (const token of [unsigned, "x", "a.b.c", "..", `${await sign(orgClaims)}x`])
      expect(await codeOf(token)).toBe("unauthorized");
  });
});

test("a token that was verified before ends when it says", async () => {
  const token = await sign(userClaims);
  nowMs += 3_599_999;
  expect(await codeOf(token)).toBe("undefined");
  nowMs += 1;
  expect(await codeOf(token)).toBe("token-expired");
});

describe("the key set", () => {
  test("is read once, and again after ten minutes", async () => {
    const token = await sign(userClaims);
    await Promise.all([authenticate(token), authenticate(token)]);
    nowMs += 599_999;
    await authenticate(token);
    expect(reads).toBe(1);
    nowMs += 1;
    await authenticate(token);
    expect(reads).toBe(2);
  });

  test("without a key any more, it takes what that signed along", async () => {
    const token = await sign(userClaims);
    expect(await codeOf(token)).toBe("undefined");
    keySet = { keys: [(await makeKey("k2")).jwk] };
    nowMs += 600_000;
    expect(await codeOf(token)).toBe("unauthorized");
  });

  test("with an unknown key it is read again, but not more often than every 30 s", async () => {
    await authenticate(await sign(userClaims));
    const added = await makeKey("k2");
    const token = await sign(userClaims, added);
    nowMs += 29_999;
    expect(await codeOf(token)).toBe("unauthorized");
    expect(reads).toBe(1);
    keySet = { keys: [key.jwk, added.jwk] };
    nowMs += 1;
    expect(await authenticate(token)).toMatchObject({ userId: "u" });
    expect(reads).toBe(2);
  });

  test("that could not be read is asked for again at the next request", async () => {
    let broken = true;
    const flaky = createAuthenticate({
      authenticateApiToken,
      authenticateByKeySet,
      roleOf,
      isLive,
      now: () => new Date(nowMs),
      readKeySet: async () => {
        if (broken) throw new Error("the database is away");
        return keySet;
      },
    });
    const token = await sign(userClaims);
    await expect(flaky(token)).rejects.toThrow("the database is away");
    broken = false;
    expect(await flaky(token)).toMatchObject({ userId: "u" });
  });
});

test("a token opens no more than its person still may", async () => {
  const token = await sign(orgClaims);
  expect(await authenticate(token)).toMatchObject({ role: "editor" });
  currentRole = "viewer";
  expect(await authenticate(token)).toMatchObject({ role: "viewer" });
  currentRole = undefined;
  await expect(authenticate(token)).rejects.toMatchObject({ code: "unauthorized" });
});

test("a token opens nothing once the session it was made in has ended", async () => {
  const tokens = [await sign(userClaims), await sign(orgClaims)];
  ended = "another";
  for (const token of tokens) expect(await authenticate(token)).toMatchObject({ sessionId: "s" });
  ended = "s";
  for (const token of tokens) expect(await codeOf(token)).toBe("unauthorized");
});
