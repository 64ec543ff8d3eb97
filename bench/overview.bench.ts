/**
 * `npm run bench -- overview`: the time of the overview of an organization with 100,000 calls, for a week and for all of them, and of the figures for
 * a page of assistants out of 10,000; beside a bare `select` that counts the same rows in the same database. Another organization has as many calls
 * in the same indexes.
 */
import pg from "pg";
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { percentile, print, printTable } from "./call/statistics.ts";

const CALLS = 100_000;
const ASSISTANTS = 10_000;
/** Calls are of the last 90 days. */
const DAYS = 90;
const REQUESTS = 100;
const LIMIT_MS = 300;

const server = await startBenchServer();
const client = new pg.Client(server.databaseUrl);
await client.connect();

async function fill(orgId: string): Promise<void> {
  await client.query(
    `insert into assistant (id, org_id, created_at, updated_at, config, latest_version)
     select 'a' || n || $1, $1, now() - n * interval '1 second', now(), jsonb_build_object('name', 'Assistant ' || n), 1
     from generate_series(1, $2::int) n`,
    [orgId, ASSISTANTS],
  );
  // Rows as heavy as real ones: an assistant with a prompt, and an analysis.
  await client.query(
    `insert into call (id, org_id, created_at, updated_at, type, status, assistant_id, assistant, details, room_secret_hash, node_id,
       lease_expires_at, started_at, ended_at, ended_reason)
     select gen_random_uuid()::text, $1, at, at, 'webCall', 'ended', 'a' || (1 + (random() ^ 4 * $3::int)::int) || $1,
       jsonb_build_object('name', 'Bench', 'model', jsonb_build_object('messages', repeat(md5(n::text), 40))),
       jsonb_build_object('cost', random() / 10, 'analysis',
         jsonb_build_object('summary', repeat(md5(n::text), 10), 'successEvaluation', (random() < 0.8)::text)),
       '', 'bench', at, at, at + random() * interval '5 minutes',
       (array['customer-ended-call', 'assistant-ended-call', 'silence-timed-out',
         'call.in-progress.error-providerfault-openai-llm-failed'])[n % 4 + 1]
     from (select n, now() - n * interval '${DAYS} days' / $2::int as at from generate_series(1, $2::int) n) times`,
    [orgId, CALLS, ASSISTANTS - 1],
  );
  // Inserted in the order of time, as real calls are.
  await client.query(
    `update call_metric set response_ms = (400 + 1500 * random() ^ 3)::int, tool_calls = 2, tool_errors = (random() < 0.01)::int, failures = 0
     where org_id = $1`,
    [orgId],
  );
  await client.query(
    `update call_metric set endpointing_ms = response_ms * 0.3, transcript_ms = response_ms * 0.1, model_ms = response_ms * 0.4, tool_ms = 0,
       voice_ms = response_ms * 0.15, transport_ms = response_ms * 0.05, failed_tools = case when tool_errors > 0 then array['book'] end
     where org_id = $1`,
    [orgId],
  );
}

try {
  const person = await signUpTestClient(server.url, { email: "bench@example.com" });
  const other = await signUpTestClient(server.url, { email: "other@example.com" });
  for (const { orgId } of [person, other]) await fill(orgId);
  for (const name of ["call", "call_metric", "assistant", "call_event"]) await client.query(`vacuum analyze ${name}`);
  const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const overview = (days: number, step: string) =>
    `/analytics/overview?${new URLSearchParams({ createdAtGe: since(days), step, timezone: "Europe/Vienna" })}`;
  const ids = Array.from({ length: 100 }, (_, index) => `a${index + 1}${person.orgId}`).join(",");
  const timed: [string, () => Promise<unknown>][] = [
    ["overview, 7 days by hours", () => person.json("GET", overview(7, "hour"))],
    ["overview, 30 days", () => person.json("GET", overview(30, "day"))],
    ["overview, all 100,000", () => person.json("GET", overview(DAYS + 1, "day"))],
    ["figures of 100 assistants", () => person.json("GET", `/analytics/assistant-figures?assistantIdAny=${ids}`)],
    ["page of 100 assistants", () => person.json("GET", "/v2/assistant?limit=100")],
    ["bare count of 100,000", () => client.query("select count(*) from call_metric where org_id = $1", [person.orgId])],
  ];
  const rows: string[][] = [];
  for (const [name, ask] of timed) {
    const taken: number[] = [];
    for (let request = -5; request < REQUESTS; request++) {
      const startedAt = performance.now();
      await ask();
      if (request >= 0) taken.push(performance.now() - startedAt);
    }
    rows.push([name, ...[0.5, 0.95, 0.99].map((share) => percentile(taken, share).toFixed(1))]);
  }
  print(`${CALLS} calls and ${ASSISTANTS} assistants in each of 2 organizations, limit of p95: ${LIMIT_MS} ms`);
  printTable(["", "p50 ms", "p95 ms", "p99 ms"], rows);
} finally {
  await client.end();
  await server.stop();
}
