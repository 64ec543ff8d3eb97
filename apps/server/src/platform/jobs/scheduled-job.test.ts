import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, openTestCluster, type TestCluster } from "../../testing/postgres-cluster.ts";
import { createLogger } from "../config/logger.ts";
import { NOTHING_HELD } from "../held/held-work.ts";
import { type JobBoss, startJobBoss } from "./job-boss.ts";
import { startScheduledJob } from "./scheduled-job.ts";

const log = createLogger({ logLevel: "silent" });
let cluster: TestCluster;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const nodes: JobBoss[] = [];
beforeAll(async () => {
  cluster = await openTestCluster();
  database = await createTestDatabase(cluster.adminUrl, `jobs_${randomUUID()}`);
  nodes.push(await startJobBoss(database.url, log), await startJobBoss(database.url, log));
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
  await cluster.stop();
});

test("two nodes that start together run a scheduled job once", async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const job = { name: "housekeeping" as const, minute: 0, run };
  for (const { boss } of nodes)
    await startScheduledJob({ boss, held: NOTHING_HELD, log, firstAfterSeconds: 1, pollSeconds: 0.5 }, job);
  const [first] = nodes;
  const states = async () => (await first?.boss.findJobs("housekeeping"))?.map(({ state }) => state);
  await expect.poll(states, { timeout: 20_000 }).toEqual(["completed"]);
  expect(runs).toBe(1);
  expect(await first?.boss.getSchedules("housekeeping")).toMatchObject([{ cron: "0 * * * *" }]);
});

test("a failed run is kept as failed, and the next one runs", async () => {
  let runs = 0;
  const job = {
    name: "purge" as const,
    minute: 0,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error("the first run fails");
    },
  };
  const [node] = nodes;
  if (!node) throw new Error("no node");
  await startScheduledJob({ boss: node.boss, held: NOTHING_HELD, log, firstAfterSeconds: 0, pollSeconds: 0.5 }, job);
  const states = async () => (await node.boss.findJobs("purge")).map(({ state }) => state).toSorted();
  await expect.poll(states, { timeout: 20_000 }).toEqual(["failed"]);
  await node.boss.send("purge", {});
  await expect.poll(states, { timeout: 20_000 }).toEqual(["completed", "failed"]);
});

test("a server that stops waits for the run to end", { tags: "long" }, async () => {
  const { boss, close } = await startJobBoss(database.url, log);
  let [began, end] = [() => {}, () => {}];
  const running = new Promise<void>((resolve) => {
    began = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = () => {
    began();
    return ended;
  };
  await startScheduledJob(
    { boss, held: NOTHING_HELD, log, firstAfterSeconds: 0, pollSeconds: 0.5 },
    { name: "retention", minute: 0, run },
  );
  await running;
  const closed = close();
  end();
  await closed;
  // A run that was given up stays active, and begins again on another node.
  expect((await nodes[0]?.boss.findJobs("retention"))?.map(({ state }) => state)).toEqual(["completed"]);
});
