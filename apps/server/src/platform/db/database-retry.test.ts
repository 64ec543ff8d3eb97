import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { isDatabaseAway, loggableCause, whileDatabaseIsAway } from "./database-retry.ts";

const withCode = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });
const wrapped = (cause: Error) => new DrizzleQueryError("insert into call_event", ["what was said"], cause);

test.each(["ECONNREFUSED", "ECONNRESET", "08006", "57P01", "57P03", "53300", "53200", "53100"])(
  "%s means the database is away",
  (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true);
    expect(isDatabaseAway(wrapped(withCode(code)))).toBe(true);
  },
);

test.each(["22P05", "23505", "42P01", "ENOENT", "ENOSPC"])("%s would fail again", (code) => {
  expect(isDatabaseAway(wrapped(withCode(code)))).toBe(false);
});

test("a connection that was lost or not made has no code", () => {
  expect(isDatabaseAway(wrapped(new Error("could not fork new process for connection: Out of memory")))).toBe(true);
  expect(isDatabaseAway(wrapped(new Error("Connection terminated unexpectedly")))).toBe(true);
  expect(isDatabaseAway("a string")).toBe(false);
});

test("a statement is tried until the database answers, and no longer than the server waits", async () => {
  const giveUp = new AbortController();
  let attempts = 0;
  const answer = await whileDatabaseIsAway(async () => {
    if (++attempts < 3) throw withCode("ECONNREFUSED");
    return "stored";
  }, giveUp.signal);
  expect([answer, attempts]).toEqual(["stored", 3]);

  const hopeless = whileDatabaseIsAway(() => Promise.reject(withCode("ECONNREFUSED")), giveUp.signal);
  giveUp.abort();
  await expect(hopeless).rejects.toThrow("ECONNREFUSED");
});

test("any other failure is thrown at once", async () => {
  let attempts = 0;
  const failing = () => {
    attempts++;
    return Promise.reject(withCode("23505"));
  };
  await expect(whileDatabaseIsAway(failing, new AbortController().signal)).rejects.toThrow("23505");
  expect(attempts).toBe(1);
});

test("what was said does not reach a log by way of a failed statement", () => {
  expect(JSON.stringify(loggableCause(wrapped(withCode("22P05"))))).toBe('{"code":"22P05","message":"failed with 22P05"}');
  const plain = new Error("disk full");
  expect(loggableCause(plain)).toBe(plain);
});
