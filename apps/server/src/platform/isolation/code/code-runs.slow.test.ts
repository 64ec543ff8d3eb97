import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CodeAnswer } from "./code-messages.ts";
import { CodeRuns } from "./code-runs.ts";

const LIMITS = { slots: 3, slotsPerGroup: 2, reservedSlots: 1, waitingPerGroup: 3 };
const ASKS = `return (await fetch("https://example.com")).text();`;
const WAIT = { timeout: 30_000 };

let runs: CodeRuns;
/** Answers the requests of the code that wait, the oldest first. */
let waiting: { orgId: string; answer: (answer: CodeAnswer) => void }[];
beforeEach(() => {
  runs = new CodeRuns(LIMITS);
  waiting = [];
});
afterEach(() => runs.close());

const run = (orgId: string, code: string, { timeoutMs = 30_000, signal = new AbortController().signal } = {}) =>
  runs.run(orgId, {
    code,
    globals: {},
    timeoutMs,
    signal,
    fetch: () => new Promise((answer) => waiting.push({ orgId, answer })),
  });
const answerNext = (text: string) => waiting.shift()?.answer({ status: 200, headers: {}, text });
const waitingOrgs = () => waiting.map(({ orgId }) => orgId).sort();

test("code that waits for a silent server holds the slots of its organization only, and the rest of its runs come in their order", async () => {
  const busy = [1, 2, 3].map(() => run("busy", ASKS));
  await expect.poll(waitingOrgs, WAIT).toEqual(["busy", "busy"]);
  expect(await run("other", "return 1;")).toEqual({ result: "1" });
  const third = run("third", ASKS);
  await expect.poll(waitingOrgs, WAIT).toEqual(["busy", "busy", "third"]);
  for (const text of ["one", "two", "three"]) {
    await expect.poll(() => waiting.length, WAIT).toBeGreaterThan(0);
    answerNext(text);
  }
  await expect.poll(waitingOrgs, WAIT).toEqual(["busy"]);
  answerNext("four");
  const results = (await Promise.all([...busy, third])).map((end) => ("result" in end ? end.result : end));
  expect(results.sort()).toEqual(['"four"', '"one"', '"three"', '"two"']);
});

test("a run that waits too long, one too many, and one that nobody waits for are not run, and say so", async () => {
  const gone = new AbortController();
  const held = [1, 2].map(() => run("busy", ASKS));
  await expect.poll(waitingOrgs, WAIT).toEqual(["busy", "busy"]);
  const [late, given] = [run("busy", ASKS, { timeoutMs: 1_500 }), run("busy", ASKS, { signal: gone.signal })];
  const last = run("busy", "return 'last';");
  expect(await run("busy", ASKS)).toEqual({ error: expect.stringContaining("too many runs of the organization wait already") });
  gone.abort();
  expect(await given).toEqual({ error: "Nobody waits for the code any more." });
  expect(await late).toEqual({ error: "The code was not run within 1.5 s: other code of the organization was running." });
  answerNext("one");
  expect(await last).toEqual({ result: '"last"' });
  answerNext("two");
  await Promise.all(held);
});

test("a request with a long body, and one after the twentieth, do not leave the process", async () => {
  const long = `try { await fetch("https://example.com", { method: "POST", body: "x".repeat(1024 * 1024) }); } catch (error) { return error.message; }`;
  expect(await run("org", long)).toEqual({ result: '"A request has at most 1 MB, with its address and headers."' });
  const many =
    "let refused = 0; for (let n = 0; n < 20_000; n += 1) fetch('https://example.com').catch(() => { refused += 1; });";
  const gone = new AbortController();
  const endless = run("org", `${many} await null; return new Promise(() => {});`, { signal: gone.signal });
  await expect.poll(() => waiting.length, WAIT).toBe(20);
  gone.abort();
  await endless;
});

const statOf = (path: string) =>
  readFileSync(path, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
/** The processes of code that this one has started, which Linux lists. */
const codeProcesses = () =>
  readdirSync("/proc").filter((pid) => {
    try {
      const isChild = statOf(`/proc/${pid}/stat`)[1] === String(process.pid);
      return isChild && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("code-process");
    } catch {
      return false;
    }
  });

test.runIf(process.platform === "linux")("processes start ahead with a low priority, and each serves one run", async () => {
  // The processes of earlier tests have been ended.
  await expect.poll(codeProcesses, WAIT).toEqual([]);
  runs.warm();
  const warm = codeProcesses();
  expect(warm).toHaveLength(2);
  const running = run("org", ASKS);
  await expect.poll(waitingOrgs, WAIT).toEqual(["org"]);
  const [served = ""] = warm;
  const threads = readdirSync(`/proc/${served}/task`).map((thread) => statOf(`/proc/${served}/task/${thread}/stat`)[16]);
  expect(new Set(threads.map(Number))).toEqual(new Set([Math.min(19, getPriority() + 10)]));
  answerNext("done");
  expect(await running).toEqual({ result: '"done"' });
  await expect.poll(codeProcesses, WAIT).not.toContain(served);
  expect(await run("other", "return 1;")).toEqual({ result: "1" });
  runs.close();
  await expect.poll(codeProcesses, WAIT).toEqual([]);
});
