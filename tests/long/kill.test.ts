import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCall } from "../harness/calling.ts";
import { eventually } from "../harness/eventually.ts";
import { listCalls, type PlatformUser, signIn, signUp } from "../harness/platform.ts";
import { callHostPids, postgresPid } from "../harness/processes.ts";
import { scratchPath } from "../harness/scratch.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** kill -9 of server, call host and database in turn, while calls and writes run: nothing acknowledged is lost, no call stays open. */

const ROUNDS = 20;
const TARGETS = ["server", "call host", "database"] as const;
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

/** Creates and renames assistants until told to stop; remembers what was confirmed. Refusals and broken connections are expected here. */
function writeUntil(signal: AbortSignal): Promise<void> {
  const writeOnce = async () => {
    written += 1;
    const id = written % 3 === 0 ? [...acknowledged.keys()].at(-1) : undefined;
    const name = `Name ${written}`;
    const answer = id ? await user.send("PATCH", `/assistant/${id}`, { name }) : await user.send("POST", "/assistant", { name });
    if (answer.status < 300) acknowledged.set(String(answer.body.id), name);
    // A change that was not confirmed may still have been made, so its assistant proves nothing any more.
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

async function kill(target: (typeof TARGETS)[number]): Promise<void> {
  if (target === "server") {
    await server.kill();
    server = await start();
    return;
  }
  const pids = target === "database" ? [postgresPid(dataDir)] : callHostPids(server.pid);
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, "SIGKILL");
}

/** The server answers again, or was started again because the loss of its database ended it. */
async function recovered(): Promise<PlatformUser> {
  return eventually("the server to work again", async () => {
    try {
      return await signIn(server.url, ACCOUNT);
    } catch {
      return undefined;
    }
  });
}

test.each(Array.from({ length: ROUNDS }, (_, round) => [round + 1, TARGETS[round % TARGETS.length] ?? "server"] as const))(
  "round %i: the %s is killed",
  async (_round, target) => {
    const calls = await Promise.all([1, 2].map(() => startCall(user, { assistant: { firstMessage: "Hello there." } })));
    const stop = new AbortController();
    const writing = Promise.all([writeUntil(stop.signal), writeUntil(stop.signal)]);
    await eventually("some writes to be confirmed", () => (acknowledged.size > 10 ? true : undefined));
    await kill(target);
    user = await recovered();
    await wait(500);
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
