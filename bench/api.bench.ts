/**
 * `npm run bench -- api`: the throughput of the platform API, beside a bare Hono and `pg` handler that sends the same statements to the same database
 * (`api/bare-server.ts`), alternating in the same run, because only the ratio of two times is reliable on a shared machine. Our time includes the
 * bearer's membership (read once a second), validation, request id and security headers. No request has an `Idempotency-Key`. Both sides create a
 * tool without references by one insert, and write the audit log in batches. Then, with one client, how much longer a list of 100 takes with 100,000
 * rows than with 1,000, and how long the earlier calls of one of 1,000 customers take.
 */
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { startChild } from "./api/child-server.ts";
import { type ApiRequest, compareRounds, type LoadRounds, runLoad } from "./api/load.ts";
import { seed } from "./api/seed.ts";
import { median, percentile, print, printTable } from "./call/statistics.ts";

const ROWS = 100_000;
const FEW_ROWS = 1_000;
const CLIENTS = 8;
const ROUNDS = 5;
const ROUND_MS = 2_000;

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
  // Last, because it adds rows.
  ["create", { method: "POST", path: "/tool", body: { type: "endCall" } }],
];

async function compare(request: ApiRequest): Promise<LoadRounds[]> {
  const load = { clients: CLIENTS, milliseconds: ROUND_MS };
  return compareRounds([server, bare], ROUNDS, (url) => runLoad(url, person.orgToken, request, load));
}

/** The query of a call's page. */
const EARLIER =
  "/v2/call/metadata?customerNumberAny=%2B12025550007&createdAtLt=2026-03-01T00:00:00Z&sortBy=createdAt&sortOrder=DESC&limit=10";

async function earlierCallsMs(): Promise<number[]> {
  const load = { clients: 1, milliseconds: ROUND_MS };
  return (await runLoad(server.url, person.orgToken, { method: "GET", path: EARLIER }, load)).taken;
}

async function growth(): Promise<{ few: number; many: number }> {
  const taken: { few: number[]; many: number[] } = { few: [], many: [] };
  const load = { clients: 1, milliseconds: ROUND_MS / 2 };
  const list = async (token: string) => (await runLoad(server.url, token, { method: "GET", path: "/tool" }, load)).taken;
  for (let round = 0; round < ROUNDS; round++) {
    taken.few.push(...(await list(newcomer.orgToken)));
    taken.many.push(...(await list(person.orgToken)));
  }
  return { few: median(taken.few), many: median(taken.many) };
}

try {
  const { few, many } = await growth();
  const rows: string[][] = [];
  for (const [name, request] of REQUESTS) {
    const sides = await compare(request);
    const [ours = Number.NaN, theirs = Number.NaN] = sides.map(({ rates }) => median(rates));
    const share = `${Math.round((ours / theirs) * 100)} %`;
    rows.push([name, ours.toFixed(0), theirs.toFixed(0), share, ...sides.map(({ p99s }) => median(p99s).toFixed(1))]);
  }
  print(`${ROWS} rows, ${CLIENTS} clients, medians of ${ROUNDS} rounds`);
  printTable(["", "requests/s", "bare", "share", "p99 ms", "bare p99 ms"], rows);
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
