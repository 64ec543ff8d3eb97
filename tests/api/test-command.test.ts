import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import { runCommandLine } from "../../packages/cli/src/command-line.ts";
import { thisMachine } from "../../packages/cli/src/machine.ts";

/** `callwright test` in a pipeline, beside a real server. */

const model = (prompt: string) => ({ provider: "callwright", model: "builtin", messages: [{ role: "system", content: prompt }] });
const NINE = model("We are open from nine to five.");
const NOON = model("We are open from noon to six.");

let server: TestServer;
let folder: string;
let run: (...args: string[]) => Promise<{ exitCode: number; stdout: string; stderr: string }>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-junit-"));
  server = await startTestServer();
  const client = await server.signUp();
  const create = async (route: string, body: object) =>
    (await client.json<{ id: string; value: string }>("POST", route, body)).body;
  const { value: token } = await create("/token", { name: "Pipeline", tag: "private" });
  const { id: assistantId } = await create("/assistant", { name: "Shop", model: NINE });
  for (const name of ["Hours", "Empty & <odd>"]) {
    const { id } = await create("/test-suite", { name, targetPlan: { assistantId } });
    const scorers = [{ type: "ai", rubric: "Names the hours", check: { type: "said", text: "nine to five" } }];
    const steps = [{ say: "When are you open?" }];
    await create(`/test-suite/${id}/test`, { type: "chat", name: `Asks "when"`, script: "", steps, scorers, numAttempts: 2 });
  }
  run = async (...args) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const env = { CALLWRIGHT_SERVER: server.url, CALLWRIGHT_TOKEN: token };
    const exitCode = await runCommandLine(["test", ...args], { ...thisMachine(), env, stdout, stderr });
    stdout.end();
    stderr.end();
    return { exitCode, stdout: await text(stdout), stderr: await text(stderr) };
  };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test("passed suites are printed, and the pipeline goes on", async () => {
  const { exitCode, stdout } = await run();
  expect(stdout).toMatch(/^Hours: 2 of 2 attempts passed\n {2}pass {2}Asks "when"\nEmpty & <odd>: 2 of 2/);
  expect(exitCode).toBe(0);
});

test("a failed test fails the pipeline, with the criterion, its turn and JUnit XML", async () => {
  const [draft, junit] = [path.join(folder, "draft.json"), path.join(folder, "junit.xml")];
  await writeFile(draft, JSON.stringify({ name: "Shop", model: NOON }));
  const { exitCode, stdout, stderr } = await run("Empty & <odd>", "--assistant", draft, "--junit", junit);
  expect([exitCode, stderr]).toEqual([1, "1 of 1 test suites failed.\n"]);
  expect(stdout).toContain("FAIL  Asks");
  expect(stdout).toMatch(/Names the hours \(turn 1\): .*noon to six/);
  const xml = await readFile(junit, "utf8");
  expect(xml).toContain('<testsuite name="Empty &amp; &lt;odd&gt;" tests="2" failures="2" errors="0">');
  expect(xml).toContain('name="Asks &quot;when&quot; (attempt 2)"');
  expect(xml).toContain("User: When are you open?&#10;AI: We are open from noon to six.");
});

test("wrong usage says what is wrong, and tests nothing", async () => {
  for (const [args, problem] of [
    [["Nightly"], "no test suite 'Nightly'"],
    [["--assistant", path.join(folder, "none.json")], "cannot be read"],
    [["--assistant-version", "x"], "takes a number"],
  ] as const)
    expect(await run(...args)).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(problem) });
});
