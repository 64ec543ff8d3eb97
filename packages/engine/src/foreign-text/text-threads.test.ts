import { afterEach, expect, test } from "vitest";
import { TextThreads } from "./text-threads.ts";
import { budgetExceeded } from "./work-budget.ts";

const HOSTILE = "(?:a?){60}.*z|a";
let threads: TextThreads;
const open = (steps: number, timeoutMs: number) => {
  threads = new TextThreads({ threads: 1, steps, timeoutMs, idleMs: 60_000 });
  return threads;
};
afterEach(() => threads.close());

test("a thread filters texts, and a text that is over the budget is replaced as a whole", async () => {
  open(20_000_000, 60_000);
  const exceeded: unknown[] = [];
  const note = (message: unknown) => exceeded.push(message);
  budgetExceeded.subscribe(note);
  const plan = { enabled: true, filters: [{ type: "xss" as const }, { type: "regex" as const, regex: HOSTILE }] };
  const texts = ["hello", "<script>x</script> hi", "a".repeat(10_000), "too late"];
  expect(await threads.filter(plan, texts)).toEqual([
    { text: "hello", filters: [] },
    { text: "hi", filters: ["xss"] },
    { text: "[FILTERED]", filters: ["limit: 20000000 steps"] },
    { text: "[FILTERED]", filters: ["limit: 20000000 steps"] },
  ]);
  budgetExceeded.unsubscribe(note);
  expect(exceeded).toEqual([{ rule: "securityFilter", limit: "20000000 steps" }]);
});

test("a job that takes too long is ended with its thread, and the next job has another", async () => {
  open(Number.MAX_SAFE_INTEGER, 1_000);
  const endless = threads.find(HOSTILE, "a".repeat(1_000_000), 1_000_000);
  const next = threads.find("b+", "abba", 1);
  await expect(endless).rejects.toMatchObject({ name: "OverBudget", limit: "1000 ms" });
  expect(await next).toEqual([["bb"]]);
});
