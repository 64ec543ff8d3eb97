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
