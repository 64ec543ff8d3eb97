import { ATTEMPT_LIMITS, PlatformError } from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { type Attempt, type Attempts, createAttempts, forgetOldAttempts } from "./attempts.ts";
import { attempt } from "./tables.ts";

let server: TestServer;
let attempts: Attempts;
let at: Date;
let people = 0;
let ada: Attempt;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  at = new Date("2026-11-21T12:00:00Z");
  attempts = createAttempts(server.context.db, "key", () => at);
  people += 1;
  ada = { limit: "signInByAccountAndAddress", of: `ada-${people}@example.com 192.0.2.1` };
});

const { attempts: LIMIT, windowSeconds, lockSeconds } = ATTEMPT_LIMITS.signInByAccountAndAddress;
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
/** How many of several simultaneous attempts pass. */
async function takeAtOnce(count: number, each: readonly Attempt[], by = attempts): Promise<number> {
  const taken = await Promise.allSettled(Array.from({ length: count }, () => by.take(each)));
  return taken.filter(({ status }) => status === "fulfilled").length;
}
const refusal = (taking: Promise<void>) =>
  taking.then(
    () => undefined,
    (error: PlatformError) => error,
  );

test("of many at once no more than the limit get through, on however many nodes", async () => {
  const other = createAttempts(server.context.db, "key", () => at);
  const through = await Promise.all([takeAtOnce(25, [ada]), takeAtOnce(25, [ada], other)]);
  expect(through[0] + through[1]).toBe(LIMIT);
});

test("the refusal says how long, and what to do", async () => {
  await takeAtOnce(LIMIT, [ada]);
  later(lockSeconds - 61);
  const error = await refusal(attempts.take([ada]));
  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({ code: "too-many-attempts", status: 429, retryAfterSeconds: 61 });
  expect(error?.message).toBe(
    "Too many attempts to sign in. Try again in 61 seconds, sign in on a device where you have signed in before, or reset your password.",
  );
  later(-500);
  expect((await refusal(attempts.take([ada])))?.message).toContain("Try again in 10 minutes,");
});

test("after the lock, and after the window, counting starts again", async () => {
  expect(await takeAtOnce(LIMIT + 1, [ada])).toBe(LIMIT);
  later(lockSeconds);
  expect(await takeAtOnce(LIMIT - 1, [ada])).toBe(LIMIT - 1);
  later(windowSeconds);
  expect(await takeAtOnce(LIMIT + 1, [ada])).toBe(LIMIT);
});

test("trying while locked does not make it longer", async () => {
  await takeAtOnce(LIMIT, [ada]);
  later(lockSeconds - 1);
  expect(await takeAtOnce(5, [ada])).toBe(0);
  later(1);
  expect(await takeAtOnce(1, [ada])).toBe(1);
});

test("what is given back was never tried, and ends the lock it began", async () => {
  await takeAtOnce(LIMIT, [ada]);
  await attempts.undo([ada]);
  expect(await takeAtOnce(3, [ada])).toBe(1);
  for (let n = 0; n < 3 * LIMIT; n += 1) {
    await attempts.undo([ada]);
    await attempts.take([ada]);
  }
});

test("others are not concerned, and what one limit refuses does not count for another", async () => {
  const network: Attempt = { limit: "signInByAddress", of: `192.0.2.${people}` };
  expect(await takeAtOnce(LIMIT + 20, [ada, network])).toBe(LIMIT);
  const bob: Attempt = { ...ada, of: `bob-${people}@example.com 192.0.2.1` };
  expect(await takeAtOnce(1, [bob])).toBe(1);
  const left = ATTEMPT_LIMITS.signInByAddress.attempts - LIMIT;
  expect(await takeAtOnce(left + 1, [network])).toBe(left);
});

test("nobody can read out of the table who it was, and what is over is forgotten", async () => {
  const { db } = server.context;
  await attempts.take([ada]);
  expect(JSON.stringify(await db.select().from(attempt))).not.toMatch(/ada|example|192/);
  await forgetOldAttempts(db, at);
  expect(await db.$count(attempt)).toBeGreaterThan(0);
  later(86_400);
  await forgetOldAttempts(db, at);
  expect(await db.$count(attempt)).toBe(0);
});
