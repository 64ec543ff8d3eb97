import type { BackoffPlan } from "@callwright/contract";
import { describe, expect, test } from "vitest";
import { retryDelayMs } from "./retry-delay.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const failed = (attempts: number, status?: number, retryAfter?: string) => ({ attempts, status, retryAfter });

describe("with a server's plan", () => {
  const exponential: BackoffPlan = { type: "exponential", maxRetries: 2, baseDelaySeconds: 3, excludedStatusCodes: [404] };
  const delay = (attempt: ReturnType<typeof failed>, random = 0) =>
    retryDelayMs(attempt, { plan: exponential, byDefault: false }, NOW, random);

  test("waits double, with jitter, until the retries are used up", () => {
    expect([1, 2, 3].map((attempts) => delay(failed(attempts, 400)))).toEqual([3000, 6000, undefined]);
    expect(delay(failed(1, 500), 1)).toBe(3750);
  });

  test("an excluded status is final", () => {
    expect(delay(failed(1, 404))).toBeUndefined();
  });

  test("a server may ask for a longer wait, up to an hour", () => {
    expect(delay(failed(1, 429, "60"))).toBe(60_000);
    expect(delay(failed(1, 503, "Mon, 23 Nov 2026 12:02:00 GMT"))).toBe(120_000);
    expect(delay(failed(1, 503, "86400"))).toBe(3_600_000);
    expect(delay(failed(1, 503, "1"))).toBe(3000);
    expect(delay(failed(1, 503, "soon"))).toBe(3000);
  });
});

describe("without a plan", () => {
  const delay = (attempt: ReturnType<typeof failed>, byDefault = true) =>
    retryDelayMs(attempt, { plan: undefined, byDefault }, NOW, 0);

  test("five retries within 75 minutes, unless the operator turned them off", () => {
    expect([1, 2, 3, 4, 5, 6].map((attempts) => delay(failed(attempts)))).toEqual([
      5000,
      30_000,
      120_000,
      600_000,
      3_600_000,
      undefined,
    ]);
    expect(delay(failed(1), false)).toBeUndefined();
  });

  test.each([
    [400, undefined],
    [401, undefined],
    [302, undefined],
    [408, 5000],
    [429, 5000],
    [500, 5000],
    [503, 5000],
  ])("status %i", (status, expected) => {
    expect(delay(failed(1, status))).toBe(expected);
  });
});
