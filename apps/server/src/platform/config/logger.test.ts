import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

test("secrets are redacted wherever they are put", () => {
  let written = "";
  const log = createLogger({ logLevel: "info" }, { write: (line) => (written += line) });
  log.info({ token: "s1", headers: { authorization: "s2", cookie: "s3" }, request: { headers: { authorization: "s4" } } }, "x");
  log.child({ requestId: "r1" }).info({ user: { password: "s5" } }, "y");
  expect(written).not.toMatch(/s[1-5]"/);
  expect(written).toContain('"requestId":"r1"');
});

test("an error is told without the values that went through the database", () => {
  let written = "";
  const log = createLogger({ logLevel: "info" }, { write: (line) => (written += line) });
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    constraint: "user_email",
    detail: "Key (email)=(ada@example.com)",
  });
  log.error({ err: new DrizzleQueryError("insert into prompt values ($1)", ["You are a secret agent"], cause) }, "x");
  expect(written).not.toMatch(/secret agent|ada@example/);
  expect(JSON.parse(written).err).toMatchObject({
    message: "failed query: insert into prompt values ($1)",
    stack: expect.stringContaining("at "),
    cause: { message: "duplicate key", code: "23505", constraint: "user_email" },
  });
});
