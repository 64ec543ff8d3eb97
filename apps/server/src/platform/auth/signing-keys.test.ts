import { asc } from "drizzle-orm";
import { decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { createAuth } from "./auth.ts";
import { rotateSigningKeys } from "./signing-keys.ts";
import { jwks } from "./tables.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let server: TestServer;
let person: TestClient;
let laterMs: number;
const now = () => new Date(Date.now() + laterMs);
beforeEach(async () => {
  laterMs = 0;
  server = await startTestServer({ now });
  person = await server.signUp();
});
afterEach(() => server.close());

/** Rotates the keys as another node does. */
async function rotate(): Promise<void> {
  const auth = createAuth({ ...server.context, onSignUp: async () => {} });
  await rotateSigningKeys(server.context.db, auth.api.publishSigningKey, now());
}

/** Oldest first. */
const stored = async () =>
  (await server.context.db.select({ id: jwks.id }).from(jwks).orderBy(asc(jwks.createdAt))).map(({ id }) => id);

async function published(): Promise<string[]> {
  const { keys } = (await (await fetch(`${server.url}/api/auth/jwks`)).json()) as { keys: { kid: string; d?: string }[] };
  expect(keys.every(({ d }) => d === undefined)).toBe(true);
  return keys.map(({ kid }) => kid).sort();
}

async function mint(): Promise<{ token: string; kid: string | undefined }> {
  const response = await fetch(`${server.url}/api/auth/token`, { headers: { cookie: person.cookie } });
  const { token } = (await response.json()) as { token: string };
  return { token, kid: decodeProtectedHeader(token).kid };
}

const opens = async ({ token }: { token: string }) =>
  (await fetch(`${server.url}/org`, { headers: { authorization: `Bearer ${token}` } })).status === 200;

test("a key signs for 30 days", async () => {
  laterMs = 29 * DAY_MS;
  await rotate();
  expect(await stored()).toHaveLength(1);
  laterMs = 30 * DAY_MS;
  await rotate();
  expect(await stored()).toHaveLength(2);
});

test("the next key is published before it signs, and the last one stays for as long as something it has signed may live", async () => {
  laterMs = 30 * DAY_MS;
  await rotate();
  const [first = "", second = ""] = await stored();
  expect(await published()).toEqual([first, second].sort());
  expect((await mint()).kid).toBe(first);
  laterMs += 10 * MINUTE_MS;
  expect((await mint()).kid).toBe(second);
  laterMs += 65 * MINUTE_MS;
  await rotate();
  expect(await published()).toEqual([first, second].sort());
  laterMs += 65 * MINUTE_MS;
  await rotate();
  expect(await published()).toEqual([second]);
});

test("nobody is signed out by it: every token opens until it ends", async () => {
  let last = await mint();
  const kids = new Set([last.kid]);
  const rotation = [30 * DAY_MS, 0, 5 * MINUTE_MS, 6 * MINUTE_MS, 50 * MINUTE_MS, 50 * MINUTE_MS, 50 * MINUTE_MS];
  for (const stepMs of [...rotation, ...rotation]) {
    laterMs += stepMs;
    await rotate();
    if (stepMs < DAY_MS) expect(await opens(last)).toBe(true);
    last = await mint();
    kids.add(last.kid);
    expect(await opens(last)).toBe(true);
  }
  expect(kids.size).toBe(3);
});
