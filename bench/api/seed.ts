import pg from "pg";

/** Rows of an organization, in the past: tools, and calls of a minute that ended in one of four ways. */
export async function seed(
  databaseUrl: string,
  orgId: string,
  { tools, calls }: { tools: number; calls: number },
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `insert into tool (id, org_id, created_at, updated_at, config, state)
     select gen_random_uuid()::text, $1, at, at, '{"type": "endCall"}', '{}'
     from (select '2026-01-01'::timestamptz + n * interval '1 minute' as at from generate_series(1, $2::int) n) times`,
    [orgId, tools],
  );
  await client.query(
    `insert into call (id, org_id, created_at, updated_at, type, status, assistant, room_secret_hash, node_id, lease_expires_at,
       started_at, ended_at, ended_reason, details)
     select gen_random_uuid()::text, $1, at, at, 'webCall', 'ended', '{"name": "Bench"}', '', 'bench', at, at, at + interval '1 minute',
       (array['customer-ended-call', 'assistant-ended-call', 'silence-timed-out', 'exceeded-max-duration'])[n % 4 + 1],
       jsonb_build_object('customer', jsonb_build_object('number', '+1202555' || lpad((n % 1000)::text, 4, '0')))
     from (select n, '2026-01-01'::timestamptz + n * interval '1 minute' as at from generate_series(1, $2::int) n) times`,
    [orgId, calls],
  );
  await client.query("analyze");
  await client.end();
}
