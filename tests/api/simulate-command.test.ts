import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { runCommandLine } from "../../packages/cli/src/command-line.ts";
import { thisMachine } from "../../packages/cli/src/machine.ts";

/** `callwright simulate` in a pipeline, beside a real server. */

const model = (prompt: string) => ({ provider: "callwright", model: "builtin", messages: [{ role: "system", content: prompt }] });
const NINE = { name: "Shop", model: model("We are open from nine to five.") };
const NOON = { name: "Shop", model: model("We are open from noon to six.") };

let server: TestServer;
let client: TestClient;
let folder: string;
let suiteId: string;
let assistantId: string;
let env: Record<string, string>;
let run: (...args: string[]) => Promise<{ exitCode: number; stdout: string; stderr: string }>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-simulate-"));
  server = await startTestServer();
  client = await server.signUp();
  const create = async (route: string, body: object) =>
    (await client.json<{ id: string; value: string }>("POST", route, body)).body;
  const { value: token } = await create("/token", { name: "Pipeline", tag: "private" });
  assistantId = (await create("/assistant", NINE)).id;
  suiteId = (await create("/test-suite", { name: "Hours | odd", targetPlan: { assistantId } })).id;
  const scorers = [{ type: "ai", rubric: "Names the hours", check: { type: "said", text: "nine to five" } }];
  const own = { type: "chat", script: "", scorers };
  await create(`/test-suite/${suiteId}/test`, { ...own, name: "Asks", steps: [{ say: "When are you open?" }] });
  const greets = [{ type: "ai", rubric: "Answers", check: { type: "within-turns", turns: 5 } }];
  await create(`/test-suite/${suiteId}/test`, { ...own, name: "Greets", steps: [{ say: "Hello" }], scorers: greets });
  await create("/test-suite", { name: "Of nothing" });
  run = async (...args) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const exitCode = await runCommandLine(["simulate", ...args], { ...thisMachine(), env, stdout, stderr });
    stdout.end();
    stderr.end();
    return { exitCode, stdout: await text(stdout), stderr: await text(stderr) };
  };
  env = { CALLWRIGHT_SERVER: server.url, CALLWRIGHT_TOKEN: token };
});
beforeEach(() => {
  delete env.GITHUB_STEP_SUMMARY;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const file = (name: string) => path.join(folder, name);
const read = (name: string) => readFile(file(name), "utf8");

interface Report {
  passed: boolean;
  suites: {
    passed: boolean;
    run: { id: string; seed: number };
    counted: { passed: number; total: number; low: number; high: number };
    unstable: number;
    cells: { passed: number; total: number; items: { seed: number }[] }[];
    comparison?: {
      change: { verdict: string };
      changed: { title: string; broken: number[]; mended: number[] }[];
    };
  }[];
}
const report = async (name: string) => JSON.parse(await read(name)) as Report;

test("what passes: seeds, progress, JSON, and a summary where GitHub shows it", async () => {
  env.GITHUB_STEP_SUMMARY = file("step.md");
  await writeFile(file("step.md"), "Before\n");
  const made = await run("Hours | odd", "--as", "text", "--seeds", "3", "--seed", "7", "--json", file("passed.json"));
  expect(made.stdout).toContain("Hours | odd: 6 of 6 passed: 100 % (95 % interval 61–100 %)");
  expect(made.stderr).toContain("Hours | odd: 6 of 6 done, 0 failed");
  expect(made.exitCode).toBe(0);
  const { passed, suites } = await report("passed.json");
  expect([passed, suites[0]?.run.seed, suites[0]?.counted.total]).toEqual([true, 7, 6]);
  expect(suites[0]?.cells.map(({ items }) => items.map(({ seed }) => seed))).toEqual([
    [7, 8, 9],
    [7, 8, 9],
  ]);
  const summary = await read("step.md");
  expect(summary).toContain("Before\n## ✓ Hours \\| odd\n");
  expect(summary).toContain("| scenario | Neutral |");
  expect(summary).toContain("| Asks | ✓ 3 of 3 (43.9–100 %) |");
});

test("what fails: the first failed check in the summary, each conversation in JUnit, and exit code 1", async () => {
  await writeFile(file("draft.json"), JSON.stringify(NOON));
  const reports = ["--junit", file("junit.xml"), "--summary", file("summary.md"), "--assistant", file("draft.json")];
  env.GITHUB_STEP_SUMMARY = file("not-this.md");
  const made = await run(suiteId, "--seeds", "2", ...reports);
  expect([made.exitCode, made.stderr]).toEqual([1, expect.stringMatching(/\n1 of 1 suites failed\.\n$/)]);
  expect(made.stdout).toContain("FAIL  Asks  0 of 2\n        Names the hours (seed 1, turn 1)");
  expect(made.stdout).toContain("FAILED  2 of 4 passed: 50 % (95 % interval 15–85 %); at least 100 % must pass");
  const xml = await read("junit.xml");
  expect(xml).toContain('<testsuite name="Hours | odd" tests="4" failures="2" errors="0">');
  expect(xml).toContain('name="Asks (seed 2)"');
  expect(xml).toMatch(/Names the hours \(turn 1\): .*noon to six/);
  expect(xml).toContain("User: When are you open?&#10;AI: We are open from noon to six.");
  expect(await read("summary.md")).toContain("- **Asks**: Names the hours (seed 1, turn 1)");
  await expect(read("not-this.md")).rejects.toThrow();
  expect((await run(suiteId, "--assistant", file("draft.json"), "--minimum", "0.5")).exitCode).toBe(0);
});

test("a version that broke is worse than the one before, seed by seed, and so is a run beside an earlier run", async () => {
  await client.json("PATCH", `/assistant/${assistantId}`, NOON);
  const made = await run(suiteId, "--seeds", "10", "--minimum", "0", "--compare", "1", "--json", file("worse.json"));
  expect(made.exitCode).toBe(1);
  expect(made.stdout).toMatch(/against version 1: −50 points \(.* to .*\): worse/);
  expect(made.stdout).toContain(
    "broken  Asks: 10 of 10 before, 0 of 10 now, worse beyond chance; seeds 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 broke",
  );
  const [worse] = (await report("worse.json")).suites;
  expect(worse?.comparison?.change.verdict).toBe("worse");

  // The run is compared on its own seeds.
  await client.json("PATCH", `/assistant/${assistantId}`, NINE);
  const id = worse?.run.id ?? "";
  const mended = await run(suiteId, "--compare", id, "--json", file("better.json"), "--summary", file("better.md"));
  expect(mended.exitCode).toBe(0);
  const [better] = (await report("better.json")).suites;
  expect(better?.comparison?.changed).toMatchObject([{ title: "Asks", broken: [], mended: expect.arrayContaining([1, 10]) }]);
  expect(await read("better.md")).toContain("**What got better**\n\n- Asks: 0 of 10 before, 10 of 10 now, better beyond chance");
});

test("wrong usage says what is wrong, and runs nothing", async () => {
  const before = await client.json<{ results: unknown[] }>("GET", "/eval/simulation/run");
  for (const [args, problem] of [
    [["Nightly"], "no test suite 'Nightly'"],
    [[suiteId, "--as", "video"], "--as takes text or sound"],
    [[suiteId, "--seeds", "0"], "--seeds takes a number from 1 to 100"],
    [[suiteId, "--seed", "-1"], "--seed"],
    [[suiteId, "--minimum", "95"], "a share from 0 to 1"],
    [[suiteId, "--compare", "main"], "the id of a run or the number of a published version"],
    [["--compare", "00000000-0000-4000-8000-000000000000"], "compared with one suite"],
    [["Of nothing", "--assistant-version", "1"], "'Of nothing' tests no assistant"],
    [[suiteId, "--assistant", file("none.json")], "cannot be read"],
  ] as const)
    expect(await run(...args)).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(problem) });
  expect((await client.json<{ results: unknown[] }>("GET", "/eval/simulation/run")).body.results).toEqual(before.body.results);
});

test("the tools that a run does not run are named before it", async () => {
  const parameters = { type: "object", properties: {} };
  const tool = { type: "function", function: { name: "find_slots", description: "Finds slots.", parameters } };
  await writeFile(file("with-tool.json"), JSON.stringify({ ...NINE, model: { ...NINE.model, tools: [tool] } }));
  const made = await run(suiteId, "--assistant", file("with-tool.json"), "--seeds", "1");
  expect(made.stderr).toMatch(/^Hours \| odd: .*no mock.*find_slots/);
});
