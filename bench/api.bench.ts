/**
 * `npm run bench -- api`: what the platform API serves, beside a bare Hono and `pg` handler that sends the same statements to the same
 * database (`api/bare-server.ts`), in the same run, in turns: absolute figures of a shared machine say little, their ratio does.
 * What ours does besides is in its share: the bearer's membership (asked for once a second), validation, request id, security headers.
 * No request has an `Idempotency-Key`. A tool without references is created by one insert on both sides, and noted in the audit log, which
 * both write in batches.
 * Then, with one client, how much longer a list of 100 takes out of 100,000 rows than out of 1,000, and how long the earlier calls of one of
 * 1,000 customers take.
 */
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { startChild } from "./api/child-server.ts";
import { type ApiRequest, runLoad } from "./api/load.ts";
import { seed } from "./api/seed.ts";
import { median, percentile, table } from "./call/statistics.ts";

const ROWS = 100_000;
const FEW_ROWS = 1_000;
const CLIENTS = 8;
const ROUNDS = 5;
const ROUND_MS = 2_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

const server = await startBenchServer();
const person = await signUpTestClient(server.url, { email: "bench@example.com" });
const newcomer = await signUpTestClient(server.url, { email: "few@example.com" });
await seed(server.databaseUrl, person.orgId, { tools: ROWS, calls: ROWS });
await seed(server.databaseUrl, newcomer.orgId, { tools: FEW_ROWS, calls: FEW_ROWS });
const [tool] = (await person.json<{ id: string }[]>("GET", "/tool?limit=1")).body;
const bare = await startChild(new URL("./api/bare-server.ts", import.meta.url), {
  DATABASE_URL: server.databaseUrl,
  ORG_ID: person.orgId,
  USER_ID: person.userId,
});

const analytics = {
  queries: [
    {
      name: "q",
      table: "call",
      groupBy: "endedReason",
      timeRange: { start: "2026-01-01T00:00:00Z", end: "2026-12-31T00:00:00Z", step: "day" },
      operations: [
        { operation: "count", column: "id", alias: "calls" },
        { operation: "avg", column: "duration", alias: "seconds" },
      ],
    },
  ],
};
const REQUESTS: [string, ApiRequest][] = [
  ["get", { method: "GET", path: `/tool/${tool?.id}` }],
  ["list of 100", { method: "GET", path: "/tool" }],
  ["v2, page 500", { method: "GET", path: "/v2/call?page=500" }],
  ["analytics", { method: "POST", path: "/analytics", body: analytics }],
  // Last: it makes rows.
  ["create", { method: "POST", path: "/tool", body: { type: "endCall" } }],
];

/** Medians of the rounds: requests a second, and the 99th percentile in milliseconds. */
async function compare(request: ApiRequest): Promise<{ ours: number; theirs: number; oursP99: number; theirsP99: number }> {
  const figures: { rate: number; p99: number }[][] = [[], []];
  const load = { clients: CLIENTS, milliseconds: ROUND_MS };
  for (const { url } of [server, bare]) await runLoad(url, person.orgToken, request, load);
  for (let round = 0; round < ROUNDS; round++)
    for (const [side, { url }] of [server, bare].entries()) {
      const startedAt = performance.now();
      const taken = await runLoad(url, person.orgToken, request, load);
      const rate = taken.length / ((performance.now() - startedAt) / 1000);
      figures[side]?.push({ rate, p99: percentile(taken, 0.99) });
    }
  const [ours = [], theirs = []] = figures;
  return {
    ours: median(ours.map(({ rate }) => rate)),
    theirs: median(theirs.map(({ rate }) => rate)),
    oursP99: median(ours.map(({ p99 }) => p99)),
    theirsP99: median(theirs.map(({ p99 }) => p99)),
  };
}

/** As the page of a call asks. */
const EARLIER =
  "/v2/call/metadata?customerNumberAny=%2B12025550007&createdAtLt=2026-03-01T00:00:00Z&sortBy=createdAt&sortOrder=DESC&limit=10";

async function earlierCallsMs(): Promise<number[]> {
  const load = { clients: 1, milliseconds: ROUND_MS };
  return runLoad(server.url, person.orgToken, { method: "GET", path: EARLIER }, load);
}

async function growth(): Promise<{ few: number; many: number }> {
  const taken: { few: number[]; many: number[] } = { few: [], many: [] };
  const load = { clients: 1, milliseconds: ROUND_MS / 2 };
  for (let round = 0; round < ROUNDS; round++) {
    taken.few.push(...(await runLoad(server.url, newcomer.orgToken, { method: "GET", path: "/tool" }, load)));
    taken.many.push(...(await runLoad(server.url, person.orgToken, { method: "GET", path: "/tool" }, load)));
  }
  return { few: median(taken.few), many: median(taken.many) };
}

try {
  const { few, many } = await growth();
  const rows: string[][] = [];
  for (const [name, request] of REQUESTS) {
    const { ours, theirs, oursP99, theirsP99 } = await compare(request);
    const share = `${Math.round((ours / theirs) * 100)} %`;
    rows.push([name, ours.toFixed(0), theirs.toFixed(0), share, oursP99.toFixed(1), theirsP99.toFixed(1)]);
  }
  print(`${ROWS} rows, ${CLIENTS} clients, medians of ${ROUNDS} rounds`);
  print(table(["", "requests/s", "bare", "share", "p99 ms", "bare p99 ms"], rows));
  print(
    `\nlist of 100, one client: ${few.toFixed(2)} ms out of ${FEW_ROWS} rows, ${many.toFixed(2)} ms out of ${ROWS}: ${(many / few).toFixed(2)} ×`,
  );
  const earlier = await earlierCallsMs();
  print(
    `earlier calls of a customer, one client: p50 ${median(earlier).toFixed(2)} ms, p95 ${percentile(earlier, 0.95).toFixed(2)} ms out of ${ROWS} calls`,
  );
} finally {
  await bare.stop();
  await server.stop();
}
