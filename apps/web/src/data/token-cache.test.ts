import { expect, test } from "vitest";
import { createTokenCache, tokenLifetimeMs } from "./session.ts";

const token = (payload: object) =>
  `h.${btoa(JSON.stringify(payload)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}.s`;
const none = { rejected: undefined };

test("a token is kept until two seconds before the end of its own lifetime", async () => {
  let nowMs = 0;
  let count = 0;
  // The server's clock is years away from ours: only the difference counts.
  const cache = createTokenCache(
    async () => token({ iat: 9e9, exp: 9e9 + 60, n: ++count }),
    () => nowMs,
  );
  await cache(none);
  nowMs = 57_999;
  await cache(none);
  expect(count).toBe(1);
  nowMs = 58_000;
  await cache(none);
  expect(count).toBe(2);
});

test("a refused token is renewed once for all who were refused", async () => {
  let count = 0;
  const cache = createTokenCache(
    async () => `token ${++count}`,
    () => 0,
  );
  const first = await cache(none);
  const renewed = await Promise.all([cache({ rejected: first }), cache({ rejected: first }), cache({ rejected: first })]);
  expect(new Set(renewed)).toEqual(new Set(["token 2"]));
  expect(await cache({ rejected: first })).toBe("token 2");
  expect(count).toBe(2);
});

test("a failed fetch is not remembered", async () => {
  let fails = true;
  const cache = createTokenCache(
    async () => {
      if (fails) throw new Error("down");
      return "token";
    },
    () => 0,
  );
  await expect(cache(none)).rejects.toThrow("down");
  fails = false;
  expect(await cache(none)).toBe("token");
});

test("a token that says nothing of its lifetime lives until it is refused", () => {
  expect(tokenLifetimeMs("opaque")).toBe(Number.POSITIVE_INFINITY);
  expect(tokenLifetimeMs(token({ sub: "ü".codePointAt(0) }))).toBe(Number.POSITIVE_INFINITY);
});
