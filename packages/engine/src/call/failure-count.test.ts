import { expect, it } from "vitest";
import { FailureCount } from "./failure-count.ts";

it("gives up at the third failure of a part in a row", () => {
  const failures = new FailureCount();
  expect(failures.failed("model", "openai")).toBeUndefined();
  expect(failures.failed("voice", "11labs")).toBeUndefined();
  expect(failures.failed("model", "openai")).toBeUndefined();
  expect(failures.failed("model", "openai")).toBe("call.in-progress.error-providerfault-openai-llm-failed");
});

it("starts over after a success", () => {
  const failures = new FailureCount();
  failures.failed("voice", "11labs");
  failures.failed("voice", "11labs");
  failures.succeeded("voice");
  expect(failures.failed("voice", "11labs")).toBeUndefined();
});
