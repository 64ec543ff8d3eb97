import { expect, test } from "vitest";
import { cachedForOneSecond } from "./cached-for-one-second.ts";

test("a value is read again after a second, and at once when the clock was set back", async () => {
  let nowMs = 10_000_000;
  let role = "admin";
  const cache = cachedForOneSecond(
    async () => role,
    () => new Date(nowMs),
  );
  expect(await cache.read("ada")).toBe("admin");
  role = "viewer";
  nowMs += 999;
  expect(await cache.read("ada")).toBe("admin");
  nowMs += 1;
  expect(await cache.read("ada")).toBe("viewer");
  role = "none";
  nowMs -= 3_600_000;
  expect(await cache.read("ada")).toBe("none");
});
