import { ATTEMPT_LIMITS } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpawnedServer, spawnServer } from "../../apps/server/src/testing/spawn-server.ts";
import { signUpTestClient, type TestClient } from "../../apps/server/src/testing/test-client.ts";

/**
 * A minute of an attacker who tries lists of addresses and passwords, some of them right, from hundreds of addresses at once: no more wrong passwords
 * are checked than the limits permit, and people can still sign in.
 */

const ATTACK_MS = 60_000;
/** Together with the people, one less than the server's database connections. */
const ATTACKERS = 8;
/** The attacker uses one of the addresses most. */
const ADDRESSES = Array.from({ length: 300 }, (_, n) => `198.51.${n % 100}.${1 + Math.floor(n / 100)}`);
const STRANGERS = Array.from({ length: 200 }, (_, n) => `nobody-${n}@example.com`);
/** One attempt of this many has the right password of an account. */
const RIGHT_ONE_IN = 40;

interface Attempt {
  email: string;
  address: string;
  status: number;
  retryAfter: string | null;
}

let server: SpawnedServer;
/** Attacked most; signs in on a known computer. */
let ada: TestClient;
/** Not attacked; signs in on a new device each time. */
let bob: TestClient;
let others: TestClient[];
let knownDevice: string;

beforeAll(async () => {
  server = await spawnServer({ SIGN_UP: "open", TRUST_PROXY: "true", LOG_LEVEL: "warn" });
  ada = await signUpTestClient(server.url, { email: "ada@example.com" });
  bob = await signUpTestClient(server.url, { email: "bob@example.com" });
  others = [];
  for (let n = 0; n < 10; n += 1) others.push(await signUpTestClient(server.url));
  knownDevice = ada.cookie.split("; ").find((cookie) => cookie.includes("known_device")) ?? "";
  expect(knownDevice).not.toBe("");
});
afterAll(() => server?.close());

async function signIn(email: string, password: string, address: string, cookie?: string): Promise<Attempt> {
  const answer = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: server.url,
      "x-forwarded-for": address,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  return { email, address, status: answer.status, retryAfter: answer.headers.get("retry-after") };
}

/** The same at every run: which account, from where, with which password. */
function target(n: number): Parameters<typeof signIn> {
  const address = (n % 3 === 0 ? ADDRESSES[0] : ADDRESSES[n % ADDRESSES.length]) ?? "";
  const victim = others[n % others.length];
  if (n % RIGHT_ONE_IN === 1 && victim) return [victim.email, victim.password, address];
  const guess = `a leaked password ${n}`;
  if (n % 2 === 0) return [ada.email, guess, address];
  return [(n % 5 === 0 ? victim?.email : STRANGERS[n % STRANGERS.length]) ?? "", guess, address];
}

/** The largest number of attempts with the same key. */
function most(attempts: readonly Attempt[], keyOf: (attempt: Attempt) => string): number {
  const counts = new Map<string, number>();
  for (const attempt of attempts) counts.set(keyOf(attempt), (counts.get(keyOf(attempt)) ?? 0) + 1);
  return Math.max(...counts.values());
}

test("a minute of credential stuffing", async () => {
  const attempts: Attempt[] = [];
  const people: Attempt[] = [];
  const until = performance.now() + ATTACK_MS;
  let next = 0;
  const attacker = async () => {
    while (performance.now() < until) attempts.push(await signIn(...target(next++)));
  };
  const person = async () => {
    for (let n = 0; performance.now() < until; n += 1) {
      people.push(await signIn(ada.email, ada.password, `203.0.113.${n % 250}`, knownDevice));
      people.push(await signIn(bob.email, bob.password, `203.0.113.${n % 250}`));
    }
  };
  await Promise.all([...Array.from({ length: ATTACKERS }, attacker), person()]);

  expect(attempts.filter(({ status }) => ![200, 401, 429].includes(status))).toEqual([]);
  for (const { status, retryAfter } of attempts) expect(retryAfter !== null).toBe(status === 429);

  const looked = attempts.filter(({ status }) => status === 401);
  const { signInByAccount, signInByAccountAndAddress, signInByAddress } = ATTEMPT_LIMITS;
  expect(looked.filter(({ email }) => email === ada.email)).toHaveLength(signInByAccount.attempts);
  expect(most(looked, ({ email }) => email)).toBe(signInByAccount.attempts);
  expect(most(looked, ({ address }) => address)).toBeLessThanOrEqual(signInByAddress.attempts);
  expect(most(looked, ({ email, address }) => `${email} ${address}`)).toBeLessThanOrEqual(signInByAccountAndAddress.attempts);

  expect(people.length).toBeGreaterThan(10);
  expect(people.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await signIn(ada.email, ada.password, "203.0.113.251")).status).toBe(429);
});
