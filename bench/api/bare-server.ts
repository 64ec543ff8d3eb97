/**
 * The reference of `api.bench.ts`: Hono and `pg` with our server's statements, and nothing else: no token, no validation, no log. It writes the audit
 * log as our server does: in batches, apart from the requests. It runs in a separate process: DATABASE_URL, ORG_ID and USER_ID come from the
 * environment, and it prints its port.
 */
import { randomUUID } from "node:crypto";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

const { DATABASE_URL, ORG_ID: orgId, USER_ID: userId } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const rows = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows;
const ofTool = "select * from tool where org_id = $1 and deleted_at is null";
const ofCall = "from call where org_id = $1 and deleted_at is null";

const AUDIT_DELAY_MS = 100;
const AUDIT_MAX_ENTRIES = 500;
const audited: object[] = [];
let auditTimer: NodeJS.Timeout | undefined;

function audit(action: string, targetId: string): void {
  const made = { id: randomUUID(), org_id: orgId, created_at: new Date(), action, target_id: targetId };
  const by = { actor: "user", actor_id: userId, ip_address: "127.0.0.1", request_id: randomUUID() };
  audited.push({ ...made, ...by });
  if (auditTimer === undefined) auditTimer = setTimeout(() => void writeAudit(), AUDIT_DELAY_MS);
}

async function writeAudit(): Promise<void> {
  while (audited.length > 0) {
    const batch = audited.splice(0, AUDIT_MAX_ENTRIES);
    const [person] = await rows('select id, name from auth."user" where id in ($1)', [userId]);
    const named = batch.map((entry) => ({ ...entry, actor_name: person.name }));
    await rows(
      "insert into audit_event select * from json_populate_recordset(null::audit_event, $1::json) on conflict do nothing",
      [JSON.stringify(named)],
    );
  }
  auditTimer = undefined;
}

const app = new Hono();
app.post("/tool", async (c) => {
  const [row] = await rows(
    "insert into tool (id, org_id, created_at, updated_at, config, state) values ($1, $2, now(), now(), $3, '{}') returning *",
    [randomUUID(), orgId, JSON.stringify(await c.req.json())],
  );
  audit("createTool", row.id);
  return c.json(row, 201);
});
app.get("/tool/:id", async (c) => c.json((await rows(`${ofTool} and id = $2`, [orgId, c.req.param("id")]))[0]));
app.get("/tool", async (c) => c.json(await rows(`${ofTool} order by created_at desc, id desc limit 100`, [orgId])));
app.get("/v2/call", async (c) => {
  const offset = (Number(c.req.query("page")) - 1) * 100;
  const results = await rows(`select * ${ofCall} order by created_at desc, id desc limit 101 offset $2`, [orgId, offset]);
  const [counted] = await rows(`select count(*) ${ofCall}`, [orgId]);
  const ids = results.map(({ id }) => id);
  const events = await rows(
    "select call_id, seq, at_ms, type, payload - 'words' as payload from call_event where org_id = $1 and call_id = any($2) order by call_id, seq",
    [orgId, ids],
  );
  return c.json({ results, events, metadata: { totalItems: Number(counted?.count) } });
});
app.post("/analytics", async (c) => {
  await c.req.json();
  const result = await rows(
    `select (extract(epoch from date_trunc('day', created_at, 'UTC')) * 1000)::float8 as date, ended_reason,
      count(id)::float8 as calls, avg(extract(epoch from ended_at - started_at)::float8)::float8 as seconds
      ${ofCall} and created_at >= '2026-01-01' and created_at <= '2026-12-31' group by 1, 2 order by 1, 2 limit 10001`,
    [orgId],
  );
  return c.json([{ name: "q", result }]);
});

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => process.stdout.write(`http://127.0.0.1:${port}\n`));
