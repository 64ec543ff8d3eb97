import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "supervise-"));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A supervised program, with its and its supervisor's output. */
function supervise(program: string) {
  const file = path.join(folder, `program-${running.length}.mjs`);
  writeFileSync(file, program);
  const supervisor = `
    import { supervise } from ${JSON.stringify(new URL("../../scripts/supervise.mjs", import.meta.url).href)};
    process.exit(await supervise(${JSON.stringify(file)}, { name: "It", restartDelayMs: 10 }));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", supervisor], { stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  const said = { text: "" };
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said.text += chunk));
  const exited = once(child, "close").then(([code]) => code as number | null);
  const starts = () => said.text.match(/pid \d+/g)?.map((found) => Number(found.slice(4))) ?? [];
  return { child, said, exited, starts };
}

/** The process id is printed last, so that a test that has read it may send any signal. */
const READY = "process.send({ type: 'ready' }); console.log('pid ' + process.pid);";
const WAITS = `process.on('SIGTERM', () => process.exit(0)); process.on('disconnect', () => process.exit(0)); setInterval(() => {}, 1000); ${READY}`;

test("a program that is killed is started again, and ends with its supervisor at a signal", async () => {
  const { child, said, exited, starts } = supervise(WAITS);
  await expect.poll(starts).toHaveLength(1);
  process.kill(starts()[0] ?? -1, "SIGKILL");
  await expect.poll(starts).toHaveLength(2);
  expect(said.text).toContain("It crashed (it was killed by SIGKILL) and is started again.");
  child.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(() => process.kill(starts()[1] ?? -1, 0)).toThrow("ESRCH");
});

test("a program that goes on crashing is given up after five restarts in a minute", async () => {
  const { said, exited, starts } = supervise(`${READY} setImmediate(() => { throw new Error("broken for good"); });`);
  expect(await exited).toBe(1);
  expect(starts()).toHaveLength(6);
  expect(said.text.match(/broken for good/g)?.length).toBeGreaterThanOrEqual(6);
  expect(said.text).toMatch(/It crashed 6 times within a minute .* is not started again\. The lines above say why\.\n$/);
});

test("a program that ends by itself, or was never ready, is not started again", async () => {
  const done = supervise(`${READY} process.exit(0);`);
  expect([await done.exited, done.starts().length]).toEqual([0, 1]);
  const unable = supervise("console.error('PORT is taken.'); process.exit(3);");
  expect([await unable.exited, unable.said.text]).toEqual([3, "PORT is taken.\n"]);
});

test("a program does not outlive a supervisor that is killed", async () => {
  const { child, exited, starts } = supervise(WAITS);
  await expect.poll(starts).toHaveLength(1);
  child.kill("SIGKILL");
  await exited;
  await expect.poll(() => isAlive(starts()[0] ?? -1)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
