import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { runCommandLine } from "./command-line.ts";
import { thisMachine } from "./machine.ts";

async function run(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const exitCode = await runCommandLine(args, { ...thisMachine(), env: {}, stdout, stderr });
  stdout.end();
  stderr.end();
  return { exitCode, stdout: await text(stdout), stderr: await text(stderr) };
}

test.each([["--help"], ["-h"], ["api", "--help"]])("help: %s", async (...args) => {
  expect(await run(...args)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("callwright api METHOD PATH") });
});

test("no command is wrong usage, and shows what there is", async () => {
  expect(await run()).toMatchObject({ exitCode: 2, stdout: expect.stringContaining("callwright login") });
});

test.each(["toString", "assistants", "--version"])("'%s' is no command", async (name) => {
  expect(await run(name)).toMatchObject({ exitCode: 2, stderr: `Unknown command '${name}'. See 'callwright --help'.\n` });
});

test("an option that a command does not have", async () => {
  expect(await run("login", "--password", "x")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("'--password'") });
});

test.each([
  ["an address without a scheme", ["--forward", "localhost:4000"], "for example"],
  [
    "a type that is no request",
    ["--forward", "http://localhost:4000", "--answer", "--type", "transcript"],
    "tool-calls, knowledge-base-request",
  ],
])("'listen' with %s is wrong usage", async (_what, args, told) => {
  expect(await run("listen", ...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(told) });
});
