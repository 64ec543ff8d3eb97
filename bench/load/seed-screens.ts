import pg from "pg";
import { signUpTestClient } from "../../apps/server/src/testing/test-client.ts";
import type { BenchServer } from "../api/bench-server.ts";
import { created } from "../api/created.ts";

const ASSISTANTS = 1_000;
const CALLS = 1_000;
/** As long as typical prompts. */
const PROMPT =
  "You answer the telephone of a dental clinic. Be brief, ask one question at a time, and repeat what was agreed. ".repeat(15);

interface Screen {
  name: string;
  path: string;
  cookies: string | undefined;
}

/** An organization with many assistants and calls, and the measured screens. */
export async function seedScreens({ url, databaseUrl }: BenchServer): Promise<Screen[]> {
  const person = await signUpTestClient(url, { email: "bench@example.com" });
  const model = { provider: "callwright", model: "builtin", messages: [{ role: "system", content: PROMPT }] };
  const assistant = await created(person.json, "/assistant", { name: "Seeded", firstMessage: "Hello.", model });
  const token = await created<{ value: string }>(person.json, "/token", { tag: "public" });
  await insertRows(databaseUrl, person.orgId, assistant.id);
  return [
    { name: "sign-in", path: "/sign-in", cookies: undefined },
    { name: "editor", path: `/assistants/${assistant.id}`, cookies: person.cookie },
    { name: "calls", path: "/calls", cookies: person.cookie },
    { name: "visitor", path: `/talk/${assistant.id}#${token.value}`, cookies: undefined },
  ];
}

/** Copies of an assistant, and calls of it that last a minute with three turns each. */
async function insertRows(databaseUrl: string, orgId: string, assistantId: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(
      `insert into assistant (id, org_id, created_at, updated_at, config, latest_version)
       select gen_random_uuid()::text, $1, at, at, config || jsonb_build_object('name', 'Assistant ' || n), 1
       from assistant, (select n, '2026-01-01'::timestamptz + n * interval '1 minute' as at from generate_series(1, $3::int) n) times
       where id = $2`,
      [orgId, assistantId, ASSISTANTS],
    );
    await client.query(
      `insert into call (id, org_id, created_at, updated_at, type, status, assistant_id, assistant, room_secret_hash, node_id,
         lease_expires_at, started_at, ended_at, ended_reason)
       select gen_random_uuid()::text, $1, at, at, 'webCall', 'ended', id, config, '', 'bench', at, at, at + interval '1 minute',
         'customer-ended-call'
       from (select *, '2026-02-01'::timestamptz + row_number() over () * interval '1 minute' as at
             from assistant where org_id = $1 limit $2) made`,
      [orgId, CALLS],
    );
    await client.query(
      `insert into call_event (call_id, org_id, seq, at_ms, type, payload)
       select id, org_id, seq, seq * 1000, case when seq % 2 = 1 then 'user.said' else 'assistant.said' end,
         jsonb_build_object('text', 'I would like to see the dentist on Thursday morning, please.')
       from call, generate_series(1, 6) seq where org_id = $1 and node_id = 'bench'`,
      [orgId],
    );
    await client.query("analyze");
  } finally {
    await client.end();
  }
}
