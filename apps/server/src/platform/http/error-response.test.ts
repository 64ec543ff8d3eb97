import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { toPlatformError } from "./error-response.ts";

test.each(["ENOSPC", "EDQUOT", "53100"])("a full disk (%s) is told as such, with when to try again", (code) => {
  const full = Object.assign(new Error("no space left on device"), { code });
  const expected = { code: "storage-full", status: 507, retryAfterSeconds: 60, cause: expect.anything() };
  expect(toPlatformError(full)).toMatchObject(expected);
  expect(toPlatformError(new DrizzleQueryError("insert into tool", [], full))).toMatchObject(expected);
});
