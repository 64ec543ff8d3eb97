import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, openTestCluster, type TestCluster } from "../../testing/postgres-cluster.ts";
import { createLogger } from "../config/logger.ts";
import { NOTHING_HELD } from "../held/held-work.ts";
import { type JobBoss, startJobBoss } from "./job-boss.ts";
import { startWokenWorkers, type WokenWorkers } from "./woken-workers.ts";

const log = createLogger({ logLevel: "silent" });
const WAIT = { timeout: 30_000 };
const QUEUE = "file-reading";

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await openTestCluster();
});
afterAll(() => cluster.stop());

let node: JobBoss;
let workers: WokenWorkers;
let begun: string[];
/** The jobs that run, by name. */
let running: Map<string, { leave: () => void; end: () => void }>;
beforeEach(async () => {
  const database = await createTestDatabase(cluster.adminUrl, `workers_${randomUUID()}`);
  node = await startJobBoss(database.url, log);
  await node.boss.createQueue(QUEUE);
  begun = [];
  running = new Map();
  const stop = new AbortController();
  workers = await startWokenWorkers<{ name: string }>({
    boss: node.boss,
    held: NOTHING_HELD,
    log,
    queue: QUEUE,
    workers: 4,
    perGroup: 3,
    signal: stop.signal,
    run: ({ name }, signal, leave) =>
      new Promise((resolve, reject) => {
        begun.push(name);
        running.set(name, { leave, end: resolve });
        signal.addEventListener("abort", reject);
      }),
  });
  return async () => {
    stop.abort();
    await node.close();
    await database.drop();
  };
});

async function add(...names: string[]): Promise<void> {
  for (const name of names) await node.boss.send(QUEUE, { name }, { group: { id: name.slice(0, 1) } });
  workers.wake();
}
const waiting = async () => (await node.boss.findJobs(QUEUE)).filter(({ state }) => state === "created").length;

test("a quarter of the workers is for groups without a running job", async () => {
  await add("a1", "a2", "a3", "a4", "b1");
  await expect.poll(() => begun, WAIT).toEqual(["a1", "a2", "a3", "b1"]);
  await add("b2", "c1");
  running.get("b1")?.end();
  await expect.poll(() => begun.at(-1), WAIT).toBe("b2");
  running.get("b2")?.end();
  await expect.poll(() => begun.at(-1), WAIT).toBe("c1");
  expect(begun).not.toContain("a4");
});

test("a job that leaves goes on, and others take its place, until it ends", async () => {
  await add("a1", "b1", "c1", "d1", "e1", "f1");
  await expect.poll(() => begun, WAIT).toEqual(["a1", "b1", "c1", "d1"]);
  running.get("a1")?.leave();
  await expect.poll(() => begun.at(-1), WAIT).toBe("e1");
  expect(await waiting()).toBe(1);
  // The worker is free again: four others run.
  running.get("a1")?.end();
  running.get("b1")?.end();
  await expect.poll(() => begun.at(-1), WAIT).toBe("f1");
  await add("g1");
  for (const name of ["c1", "d1"]) running.get(name)?.end();
  await expect.poll(() => begun.at(-1), WAIT).toBe("g1");
  await add("h1", "i1", "j1");
  await expect.poll(() => begun.at(-1), WAIT).toBe("h1");
  expect(await waiting()).toBe(2);
});
