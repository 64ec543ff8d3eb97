import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCall } from "../harness/calling.ts";
import { eventually } from "../harness/eventually.ts";
import { listCalls, type PlatformUser, signIn, signUp } from "../harness/platform.ts";
import { callHostPids, postgresPid } from "../harness/processes.ts";
import { scratchPath } from "../harness/scratch.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** kill -9 of server, call host and database in turn, while calls and writes run: no acknowledged write is lost, no call stays open. */

const ROUNDS = 20;
const TARGETS = ["server", "call host", "database"] as const;
/**
 * Nobody speaks while the server recovers, and on a busy machine that may take longer than the platform's silence timeout: no call may end for that
 * reason.
 */
const ASSISTANT = { firstMessage: "Hello there.", silenceTimeoutSeconds: 600 };
const ACCOUNT = { name: "Kill", email: "kill@example.com", password: "a long enough password" };
const dataDir = scratchPath("kill-data");

let server: ServerProcess;
let user: PlatformUser;
/** Id → the name the server last confirmed. */
const acknowledged = new Map<string, string>();
let written = 0;

const start = () => startServerProcess({ dataDir, env: { LOG_LEVEL: "warn", ORG_CONCURRENT_CALLS: "100" } });

beforeAll(async () => {
  server = await start();
  user = await signUp(server.url, ACCOUNT);
});

afterAll(async () => {
  await server?.stop();
});

/** Creates and renames assistants until the signal aborts, and remembers confirmed writes. Refusals and broken connections are expected here. */
function writeUntil(signal: AbortSignal): Promise<void> {
  const writeOnce = async () => {
    written += 1;
    const id = written % 3 === 0 ? [...acknowledged.keys()].at(-1) : undefined;
    const name = `Name ${written}`;
    const answer = id ? await user.send("PATCH", `/assistant/${id}`, { name }) : await user.send("POST", "/assistant", { name });
    if (answer.status < 300) acknowledged.set(String(answer.body.id), name);
    // An unconfirmed change may still have been made, so its assistant proves nothing.
    else if (id) acknowledged.delete(id);
    return answer.status;
  };
  return (async () => {
    while (!signal.aborted) {
      const id = [...acknowledged.keys()].at(-1);
      try {
        expect(await writeOnce()).not.toBe(400);
      } catch (error) {
        if (error instanceof Error && error.name === "AssertionError") throw error;
        if (id && written % 3 === 0) acknowledged.delete(id);
        await wait(20);
      }
    }
  })();
}

/** Returns the killed processes. */
async function kill(target: (typeof TARGETS)[number]): Promise<readonly number[]> {
  if (target === "server") {
    const { pid } = server;
    await server.kill();
    server = await start();
    return [pid];
  }
  const pids = target === "database" ? [postgresPid(dataDir)] : callHostPids(server.pid);
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return pids;
}

/** The running database; undefined between two. */
function runningPostgres(): number | undefined {
  try {
    return postgresPid(dataDir);
  } catch {
    return undefined;
  }
}

/**
 * The server works again, with a database that was started since: requests to the killed one may still be answered for a moment. It reads instead of
 * signing in, because sign-ins are limited per minute.
 */
async function recovered(target: (typeof TARGETS)[number], killed: readonly number[]): Promise<PlatformUser> {
  if (target === "server") return signIn(server.url, ACCOUNT);
  return eventually("the server to work again", async () => {
    const postgres = runningPostgres();
    if (postgres === undefined || killed.includes(postgres)) return undefined;
    const { status } = await user.send("GET", "/assistant?limit=1");
    return status === 200 ? user : undefined;
  });
}

test.each(Array.from({ length: ROUNDS }, (_, round) => [round + 1, TARGETS[round % TARGETS.length] ?? "server"] as const))(
  "round %i: the %s is killed",
  async (_round, target) => {
    const calls = await Promise.all([1, 2].map(() => startCall(user, { assistant: ASSISTANT })));
    const stop = new AbortController();
    const writing = Promise.all([writeUntil(stop.signal), writeUntil(stop.signal)]);
    await eventually("some writes to be confirmed", () => (acknowledged.size > 10 ? true : undefined));
    user = await recovered(target, await kill(target));
    const writtenBefore = written;
    await eventually("more writes", () => (written > writtenBefore + 10 ? true : undefined));
    stop.abort();
    await writing;
    for (const { caller } of calls) caller.close();

    const open = async () => (await listCalls(user)).filter(({ status }) => status !== "ended");
    await eventually("every call to have ended", async () => ((await open()).length === 0 ? true : undefined));
    for (const call of (await listCalls(user)).filter(({ id }) => calls.some((each) => each.id === id))) {
      expect(call.endedReason).toMatch(/customer-ended-call|worker-died|worker-shutdown/);
      expect(call.endedAt).toBeDefined();
    }
    for (const [id, name] of acknowledged) {
      const { status, body } = await user.send("GET", `/assistant/${id}`);
      expect({ id, status, name: body.name }).toEqual({ id, status: 200, name });
    }
    acknowledged.clear();
  },
);
