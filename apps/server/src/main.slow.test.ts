import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ENDED_REASONS } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { joinAsSpokenCaller } from "./modules/call/runtime/testing/spoken-caller.ts";
import { freePort } from "./testing/free-port.ts";
import { programArguments } from "./testing/program.ts";
import { signUpTestClient } from "./testing/test-client.ts";

/** Long enough for a machine that also does other work. */
const TWO_STARTS_AND_A_CALL_MS = 180_000;
const EVENTUALLY = { timeout: 50_000, interval: 50 };

let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "callwright-main-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Program {
  child: ChildProcess;
  /** Everything that the process has printed so far. */
  output: () => { stdout: string; stderr: string };
  /** Exit code, once it ends. */
  exited: Promise<number | null>;
  /** The URL it prints. */
  url: Promise<string>;
}

const unsupervised = programArguments(new URL("./main.js", import.meta.url));
/** Code with a bug that a test triggers. */
const BUG = `data:text/javascript,process.on("SIGUSR2", () => {
  const words = ["a caller's", "words"].join(" ");
  throw Object.assign(new Error("failed with " + words), { query: "select 1", params: [words] });
})`;
/** The process that `npm start` runs. */
const supervised = [
  "--input-type=module",
  "-e",
  `import { supervise } from ${JSON.stringify(new URL("../../../scripts/supervise.mjs", import.meta.url).href)};
   process.exit(await supervise(${JSON.stringify(unsupervised.at(-1))}, { name: "Callwright", execArgv: ${JSON.stringify([...unsupervised.slice(0, -1), "--import", BUG])} }));`,
];

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  );

function run(env: Record<string, string>, args = unsupervised): Program {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir, CALL_HOST_WARM: "no", ...env },
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group, as a terminal starts programs.
    detached: true,
  });
  children.push(child);
  const said = { stdout: "", stderr: "" };
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (text) => {
      said.stdout += text;
      const found = /ready: (\S+)\n/.exec(said.stdout)?.[1];
      if (found) resolve(found);
    });
    child.stderr?.on("data", (text) => {
      said.stderr += text;
    });
    child.once("exit", () => reject(new Error(said.stderr)));
  });
  url.catch(() => {});
  return { child, output: () => said, exited, url };
}

test("prints one URL and how the first person gets in, and ends cleanly at a signal", async () => {
  const program = run({});
  const url = await program.url;
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const port = new URL(url).port;
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  await signUpTestClient(url, { email: "first@example.com" });
  program.child.kill("SIGTERM");
  expect(await program.exited).toBe(0);
  expect(program.output().stdout).toMatch(
    /^Callwright is ready: \S+\nSign up there: .*SIGN_UP=open\.\nCallwright has stopped\.\n$/,
  );
  expect(await readFile(join(dataDir, "postgres.log"), "utf8")).toContain("database system is shut down");
});

test("says no more than the URL once there is an account; a Ctrl-C that arrives twice, as it does under npm, is one", async () => {
  const program = run({});
  await program.url;
  program.child.kill("SIGINT");
  program.child.kill("SIGINT");
  expect(await program.exited).toBe(0);
  expect(program.output().stdout).toMatch(/^Callwright is ready: \S+\nCallwright has stopped\.\n$/);
});

test(
  "a Ctrl-C during a call reaches its host as well, and the call ends with the true reason",
  async () => {
    const program = run({ SIGN_UP: "open" });
    const group = -(program.child.pid ?? Number.NaN);
    const client = await signUpTestClient(await program.url, { email: "caller@example.com" });
    const { body: call } = await client.json<{ id: string; webCallUrl: string }>("POST", "/call/web", {
      assistant: { firstMessage: "Hello there." },
    });
    const caller = await joinAsSpokenCaller(call.webCallUrl);
    await vi.waitFor(() => expect(caller.isListening()).toBe(true), EVENTUALLY);

    process.kill(group, "SIGINT");
    program.child.kill("SIGINT");
    expect(await program.exited).toBe(0);
    caller.close();
    expect(program.output().stdout).toMatch(/\nCallwright has stopped\. 1 call ended\.\n$/);
    // When the source runs, the compilers of the server and of its host end after the processes themselves.
    await vi.waitFor(() => expect(() => process.kill(group, 0)).toThrow("ESRCH"), EVENTUALLY);
    await expect(readFile(join(dataDir, "postgres/postmaster.pid"))).rejects.toThrow("ENOENT");

    const after = run({});
    const answer = await fetch(`${await after.url}/call/${call.id}`, { headers: { authorization: `Bearer ${client.orgToken}` } });
    expect(await answer.json()).toMatchObject({ status: "ended", endedReason: ENDED_REASONS.workerShutdown });
    after.child.kill("SIGINT");
    expect(await after.exited).toBe(0);
  },
  TWO_STARTS_AND_A_CALL_MS,
);

test(
  "SIGTERM to its supervisor waits for the call, and the server ends when the call does",
  async () => {
    const program = run({ SIGN_UP: "open", DRAIN_SECONDS: "3600" }, supervised);
    const url = await program.url;
    const client = await signUpTestClient(url, { email: "patient@example.com" });
    const place = () => client.json<{ webCallUrl: string }>("POST", "/call/web", { assistant: { firstMessage: "Hello there." } });
    const { body: call } = await place();
    program.child.kill("SIGTERM");
    await expect.poll(() => program.output().stdout, EVENTUALLY).toContain("waits up to 3600 s for 1 call to end");
    expect(await statusOf(`${url}/health`)).toBe(503);
    expect((await place()).status).toBe(503);
    expect((await fetch(call.webCallUrl, { method: "DELETE" })).status).toBe(200);
    expect(await program.exited).toBe(0);
    expect(program.output().stdout).toMatch(/\nCallwright has stopped\.\n$/);
  },
  TWO_STARTS_AND_A_CALL_MS,
);

test("a signal while it starts ends it as well, with nothing left running", async () => {
  const program = run({});
  while (!(await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "")))
    await new Promise((r) => setTimeout(r, 5));
  program.child.kill("SIGINT");
  expect(await program.exited).toBe(0);
  await expect(readFile(join(dataDir, "postgres/postmaster.pid"))).rejects.toThrow("ENOENT");
});

test(
  "a server that crashes is started again, with the cause in its log, and its calls end with a true reason",
  async () => {
    const program = run({ SIGN_UP: "open", PORT: String(await freePort()) }, supervised);
    const url = await program.url;
    const client = await signUpTestClient(url, { email: "witness@example.com" });
    const { body: call } = await client.json<{ id: string }>("POST", "/call/web", {
      assistant: { firstMessage: "Hello there." },
    });
    const { stdout } = await promisify(execFile)("pgrep", ["-P", String(program.child.pid)]);
    process.kill(Number(stdout.trim()), "SIGUSR2");
    await expect.poll(() => program.output().stderr, EVENTUALLY).toContain("Callwright crashed (its exit code was 1)");
    expect(program.output().stderr).toContain("failed query: select 1");
    expect(program.output().stderr).not.toContain("a caller's words");
    await expect.poll(() => statusOf(`${url}/health`), EVENTUALLY).toBe(200);
    const answer = await fetch(`${url}/call/${call.id}`, { headers: { authorization: `Bearer ${client.orgToken}` } });
    expect(await answer.json()).toMatchObject({ status: "ended", endedReason: ENDED_REASONS.workerDied });
    program.child.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    expect(program.output().stdout).toMatch(/Callwright has stopped\.\n$/);
  },
  TWO_STARTS_AND_A_CALL_MS,
);

test("what it cannot start with is one sentence on standard error, and exit code 1", async () => {
  const program = run({ PORT: "http", SIGN_UP: "nobody" });
  expect(await program.exited).toBe(1);
  expect(program.output()).toEqual({
    stdout: "",
    stderr: 'PORT must be a port number from 0 to 65535; it is "http". SIGN_UP must be open, invite or first; it is "nobody".\n',
  });
});
