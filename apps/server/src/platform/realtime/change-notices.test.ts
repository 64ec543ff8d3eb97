import { randomUUID } from "node:crypto";
import { CHANGE_RESOURCES } from "@callwright/contract";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, runClusterUrl } from "../../testing/postgres-cluster.ts";
import { type ChangeNotice, forgetOldNotices, readNotices, readPresent } from "./notice-reader.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
/** Another connection: it sees what is committed. */
let reader: pg.Client;
let seen: string;

beforeEach(async () => {
  database = await createTestDatabase(runClusterUrl() ?? "", `notices_${randomUUID().replaceAll("-", "")}`);
  client = new pg.Client(database.url);
  reader = new pg.Client(database.url);
  await Promise.all([client.connect(), reader.connect()]);
  seen = await readPresent(reader);
});
afterEach(async () => {
  await Promise.all([client.end(), reader.end()]);
  await database.drop();
});

/** The notices that these statements added. */
async function noticesOf(...statements: string[]): Promise<ChangeNotice[]> {
  for (const statement of statements) await client.query(statement);
  const { present, notices } = await readNotices(reader, seen);
  seen = present;
  return notices;
}

const resourceRows = (table: string, orgId: string, ids: string[]) =>
  `insert into ${table} (id, org_id, created_at, updated_at, config) values ${ids.map((id) => `('${id}', '${orgId}', now(), now(), '{}')`).join(",")}`;

const CALL = `insert into call (id, org_id, created_at, updated_at, type, status, assistant, room_secret_hash, node_id, lease_expires_at)
  values ('c1', 'o1', now(), now(), 'webCall', 'queued', '{"name":"Riley"}', '', 'n1', now())`;

test("a statement tells once per organization what it has changed, and nothing when it is taken back", async () => {
  expect(await noticesOf(resourceRows("squad", "o1", ["b", "a"]))).toEqual([{ resource: "squad", orgId: "o1", ids: ["a", "b"] }]);
  await noticesOf(resourceRows("squad", "o2", ["c"]));
  expect(await noticesOf("update squad set updated_at = now()")).toEqual(
    expect.arrayContaining([
      { resource: "squad", orgId: "o1", ids: ["a", "b"] },
      { resource: "squad", orgId: "o2", ids: ["c"] },
    ]),
  );
  expect(await noticesOf("delete from squad where id = 'c'")).toEqual([{ resource: "squad", orgId: "o2", ids: ["c"] }]);
  expect(await noticesOf("delete from squad where id = 'c'")).toEqual([]);
  expect(await noticesOf("begin", "delete from squad", "rollback")).toEqual([]);
});

test("what one transaction tells twice is heard once, after the commit", async () => {
  const statements = ["update squad set updated_at = now()", "update squad set updated_at = now()"];
  await noticesOf(resourceRows("squad", "o1", ["a"]));
  expect(await noticesOf("begin", ...statements)).toEqual([]);
  expect(await noticesOf("commit")).toEqual([{ resource: "squad", orgId: "o1", ids: ["a"] }]);
});

test("transactions are heard when they are committed, whenever they began", async () => {
  await client.query("begin");
  await client.query(resourceRows("squad", "o1", ["early"]));
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query(resourceRows("squad", "o1", ["late"]));
  expect(await noticesOf()).toEqual([{ resource: "squad", orgId: "o1", ids: ["late"] }]);
  await other.query(resourceRows("squad", "o1", ["later"]));
  await other.end();
  expect(await noticesOf()).toEqual([{ resource: "squad", orgId: "o1", ids: ["later"] }]);
  expect(await noticesOf("commit")).toEqual([{ resource: "squad", orgId: "o1", ids: ["early"] }]);
  expect(await noticesOf()).toEqual([]);
});

test("more ids than anybody would read one by one are not named", async () => {
  const many = Array.from({ length: 101 }, (_, index) => `t${index}`);
  expect(await noticesOf(resourceRows("tool", "o1", many))).toEqual([{ resource: "tool", orgId: "o1", ids: null }]);
});

test("notices are forgotten when every server has read them", async () => {
  await client.query(resourceRows("squad", "o1", ["a"]));
  await client.query(resourceRows("squad", "o1", ["b"]));
  await client.query("update change_notice set noted_at = now() - interval '301 seconds' where ids = '{a}'");
  await forgetOldNotices(reader);
  expect((await client.query("select ids from change_notice")).rows).toEqual([{ ids: ["b"] }]);
});

test("a call that renews its lease says nothing; everything else about it does, its events by the call's id", async () => {
  expect(await noticesOf(CALL)).toEqual([{ resource: "call", orgId: "o1", ids: ["c1"] }]);
  expect(await noticesOf("update call set lease_expires_at = now() + interval '10 s'")).toEqual([]);
  const changes = ["status = 'ringing'", "details = '{\"cost\":1}'", "lease_expires_at = now() + interval '1 h', name = 'x'"];
  for (const change of changes)
    expect(await noticesOf(`update call set ${change}`)).toEqual([{ resource: "call", orgId: "o1", ids: ["c1"] }]);
  expect(
    await noticesOf("insert into call_event select 'c1', 'o1', seq, 1.5, 'user-said', '{}' from generate_series(0, 200) as seq"),
  ).toEqual([{ resource: "call-event", orgId: "o1", ids: ["c1"] }]);
  const note = "insert into call_note values ('n1', 'o1', 'c1', now(), null, 'Maria', 'look here')";
  expect(await noticesOf(note)).toEqual([{ resource: "call-note", orgId: "o1", ids: ["c1"] }]);
  const command =
    "insert into call_command (id, org_id, call_id, created_at, message, sent_by) values ('k1', 'o1', 'c1', now(), '{}', '{}')";
  expect(await noticesOf(command, "update call_command set taken_at = now()")).toEqual([
    { resource: "call-command", orgId: "o1", ids: ["c1"] },
  ]);
  expect(await noticesOf("delete from call")).toEqual(
    expect.arrayContaining([
      { resource: "call", orgId: "o1", ids: ["c1"] },
      { resource: "call-note", orgId: "o1", ids: ["c1"] },
    ]),
  );
});

test("the use of a token or a key set, and a chat that is being answered, are no news", async () => {
  await noticesOf(`insert into auth.organization (id, name, slug, created_at) values ('o1', 'One', 'one', now())`);
  const rows = {
    token:
      "insert into token (id, org_id, created_at, updated_at, tag, restrictions, value_hash) values ('t1', 'o1', now(), now(), 'private', '{}', 'h')",
    session: `insert into session (id, org_id, created_at, updated_at, status, assistant, opening_messages, expiration_seconds, expires_at)
      values ('s1', 'o1', now(), now(), 'active', '{}', '[]', 60, now())`,
    "key-set":
      "insert into auth.org_key_set (id, organization_id, name, issuer, role, created_at) values ('k1', 'o1', 'K', 'i', 'viewer', now())",
  };
  const quiet = {
    token: "update token set last_used_at = now()",
    session: "update session set answering_chat_id = 'x', answering_until = now()",
    "key-set": "update auth.org_key_set set last_used_at = now()",
  };
  const loud = {
    token: "update token set last_used_at = null, name = 'mine'",
    session: "update session set answering_chat_id = null, expires_at = now() + interval '1 h'",
    "key-set": "update auth.org_key_set set role = 'editor'",
  };
  const id = { token: "t1", session: "s1", "key-set": "k1" };
  for (const resource of ["token", "session", "key-set"] as const) {
    const notice = { resource, orgId: "o1", ids: [id[resource]] };
    expect(await noticesOf(rows[resource])).toEqual([notice]);
    expect(await noticesOf(quiet[resource])).toEqual([]);
    expect(await noticesOf(loud[resource])).toEqual([notice]);
  }
});

test("members are told by the person, invitations by their id, an organization by its own", async () => {
  expect(
    await noticesOf("insert into auth.organization (id, name, slug, created_at) values ('o1', 'One', 'one', now())"),
  ).toEqual([{ resource: "org", orgId: "o1", ids: ["o1"] }]);
  await noticesOf(`insert into auth."user" (id, name, email) values ('u1', 'U', 'u@example.com')`);
  expect(await noticesOf("insert into auth.member values ('m1', 'o1', 'u1', 'viewer', now())")).toEqual([
    { resource: "member", orgId: "o1", ids: ["u1"] },
  ]);
  const person = (change: string) => noticesOf(`update auth."user" set ${change} where id in ('u1', 'u2')`);
  await noticesOf(`insert into auth."user" (id, name, email) values ('u2', 'U2', 'u2@example.com')`);
  for (const change of ["name = 'Una'", "email = 'una@example.com' || id", "image = 'https://example.com/una.png'"])
    expect(await person(change)).toEqual([{ resource: "member", orgId: "o1", ids: ["u1"] }]);
  expect(await person("name = 'Una', updated_at = now()")).toEqual([]);
  const invitation = `insert into auth.invitation (id, organization_id, email, expires_at, inviter_id) values ('i1', 'o1', 'x', now(), 'u1')`;
  expect(await noticesOf(invitation)).toEqual([{ resource: "invitation", orgId: "o1", ids: ["i1"] }]);
});

test("a session's end is told to each organization of its person, and to no other", async () => {
  for (const org of ["o2", "o3", "o4"])
    await noticesOf(`insert into auth.organization (id, name, slug, created_at) values ('${org}', 'One', '${org}', now())`);
  await noticesOf(`insert into auth."user" (id, name, email) values ('u2', 'U', 'u2@example.com')`);
  await noticesOf("insert into auth.member values ('m2', 'o2', 'u2', 'viewer', now()), ('m3', 'o3', 'u2', 'admin', now())");
  const begun = `insert into auth.session (id, expires_at, token, user_id) values ('s2', now(), 't2', 'u2')`;
  expect(await noticesOf(begun)).toEqual([]);
  expect(await noticesOf("update auth.session set expires_at = now() where id = 's2'")).toEqual([]);
  const ended = await noticesOf("delete from auth.session where id = 's2'");
  expect(ended.toSorted((a, b) => a.orgId.localeCompare(b.orgId))).toEqual([
    { resource: "session-end", orgId: "o2", ids: ["s2"] },
    { resource: "session-end", orgId: "o3", ids: ["s2"] },
  ]);
});

test("every resource that the contract names is told", async () => {
  const { rows } = await client.query<{ body: string }>(
    "select prosrc as body from pg_proc where proname like 'notice\\_of\\_%'",
  );
  const told = rows.map(({ body }) => /send_change_notice\('([\w-]+)'/.exec(body)?.[1]);
  expect(told).toEqual(expect.arrayContaining([...CHANGE_RESOURCES]));
  const sendsWithoutName = rows.filter(({ body }) => !body.includes("send_change_notice"));
  expect(sendsWithoutName).toEqual([]);
});
