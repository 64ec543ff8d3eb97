import { randomUUID } from "node:crypto";
import { type AuditEvent, type Call, type CallEvent, type ErrorBody, TAKE_OVER_LEASE_MS } from "@callwright/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpColleague } from "../../../testing/colleague.ts";
import type { TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { callCommand } from "../tables.ts";

let setup: CallServer;
let server: TestServer;
let admin: TestClient;
let editor: TestClient;

beforeAll(async () => {
  setup = await startCallServer();
  ({ server, client: admin } = setup);
  editor = await signUpColleague(server, admin.orgId, "editor", "Maria");
});
afterAll(() => server.close());

const JSON_TYPE = { "content-type": "application/json" };
const steer = (id: string, body: object, as = editor, headers: Record<string, string> = {}) =>
  as.fetch(`/call/${id}/control`, { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
const ordersOf = (id: string) => setup.pool.orders.filter(({ callId }) => callId === id).map(({ message }) => message);
const eventsOf = async (id: string) => (await admin.json<CallEvent[]>("GET", `/call/${id}/event`)).body;

test("a running call has an address that controls it, obeys what is sent there, and its events name the sender", async () => {
  const { id } = await setup.createCall();
  setup.pool.join(id);
  const { monitor } = (await editor.json<Call>("GET", `/call/${id}`)).body;
  expect(monitor).toMatchObject({ controlUrl: `${server.url}/call/${id}/control` });
  const orders = [
    { type: "say", content: "One moment, please." },
    { type: "control", control: "mute-assistant" },
    { type: "add-message", message: { role: "system", content: "The caller is a member." }, triggerResponseEnabled: false },
    { type: "end-call" },
  ];
  for (const order of orders) {
    const headers = { ...JSON_TYPE, authorization: `Bearer ${editor.orgToken}` };
    const answer = await fetch(monitor?.controlUrl ?? "", { method: "POST", headers, body: JSON.stringify(order) });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  }
  expect(ordersOf(id)).toMatchObject(orders);

  await expect.poll(async () => (await admin.json<Call>("GET", `/call/${id}`)).body.status, { timeout: 30_000 }).toBe("ended");
  const by = { userId: editor.userId, name: "Maria" };
  expect((await eventsOf(id)).flatMap(({ type, payload }) => (type === "control" ? [payload] : []))).toEqual(
    ["say", "mute-assistant", "add-message", "end-call"].map((control) => ({ control, by })),
  );
  expect((await admin.json<Call>("GET", `/call/${id}`)).body).toMatchObject({ endedReason: "manually-canceled" });
  expect((await admin.json<Call>("GET", `/call/${id}`)).body).not.toHaveProperty("monitor");
  const { body: log } = await admin.json<AuditEvent[]>("GET", `/org/${admin.orgId}/audit?action=controlCall`);
  expect(log.filter(({ targetId }) => targetId === id)).toHaveLength(4);
});

test("an API token steers under its name", async () => {
  const { value } = (await admin.json<{ value: string }>("POST", "/token", { tag: "private", name: "Switchboard" })).body;
  const { id } = await setup.createCall();
  setup.pool.join(id);
  const authorization = `Bearer ${value}`;
  const body = JSON.stringify({ type: "control", control: "mute-customer" });
  const headers = { ...JSON_TYPE, authorization };
  expect((await fetch(`${server.url}/call/${id}/control`, { method: "POST", headers, body })).status).toBe(200);
  await expect
    .poll(async () => (await eventsOf(id)).find(({ type }) => type === "control")?.payload, { timeout: 30_000 })
    .toEqual({ control: "mute-customer", by: { userId: null, name: "Switchboard" } });
});

test("a request that is repeated with its Idempotency-Key is carried out once", async () => {
  const { id } = await setup.createCall();
  const key = { "idempotency-key": randomUUID() };
  const say = { type: "say", message: "Once.", endCallAfterSpoken: true };
  for (let time = 0; time < 3; time++) expect((await steer(id, say, editor, key)).status).toBe(200);
  expect(ordersOf(id)).toMatchObject([say]);
});

test.each([
  [
    {},
    "type is required and must be one of: say, add-message, control, take-over, renew-take-over, give-back, transfer, end-call",
  ],
  [{ type: "say" }, "content must not be empty"],
  [{ type: "say", content: " " }, "content must not be empty"],
  [{ type: "say", content: "Hi", loud: true }, "property loud should not exist"],
  [{ type: "control", control: "dance" }, expect.stringContaining("control must be one of")],
  [{ type: "transfer", number: "030 1234" }, "number must be an E.164 number like +14155550123"],
  // A page has no telephone.
  [{ type: "transfer", number: "+14155550123" }, "type must not be transfer: only a call by telephone can be transferred"],
  // Events that only the caller's page can report.
  [
    { type: "control", control: "say-first-message", videoRecordingStartDelaySeconds: 1 },
    "property videoRecordingStartDelaySeconds should not exist",
  ],
])("%j is refused", async (body, problem) => {
  const { id } = await setup.createCall();
  setup.pool.join(id);
  await expect.poll(async () => (await admin.json<Call>("GET", `/call/${id}`)).body.status).toBe("in-progress");
  const answer = await steer(id, body);
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 400, body: { message: [problem] } });
  expect(ordersOf(id)).toEqual([]);
});

test("a call that is over, one that is not to be steered, and one of others", async () => {
  const refusal = async (id: string, as = editor) => {
    const answer = await steer(id, { type: "end-call" }, as);
    return [answer.status, ((await answer.json()) as ErrorBody).code];
  };
  const { id: ended } = await setup.endedCall();
  expect(await refusal(ended)).toEqual([409, "call-over"]);

  const { id, monitor } = await setup.createCall({ assistant: { monitorPlan: { controlEnabled: false } } });
  expect(monitor).not.toHaveProperty("controlUrl");
  expect(await refusal(id)).toEqual([409, "call-control-disabled"]);
  // Hanging up has its own address.
  expect((await editor.json<Call>("POST", `/call/${id}/end`)).body.status).toBe("ended");

  const { id: theirs } = await setup.createCall();
  expect(await refusal(theirs, await server.signUp())).toEqual([404, "not-found"]);
  expect(await refusal(randomUUID())).toEqual([404, "not-found"]);
  expect(await refusal(theirs, await signUpColleague(server, admin.orgId, "viewer"))).toEqual([403, "forbidden"]);
  expect(ordersOf(theirs)).toEqual([]);
});

test("a visitor's page does not learn where its call is steered", async () => {
  const { value } = (await admin.json<{ value: string }>("POST", "/token", { tag: "public" })).body;
  const [assistant] = (await admin.json<{ id: string }[]>("GET", "/assistant")).body;
  const headers = { ...JSON_TYPE, authorization: `Bearer ${value}` };
  const body = JSON.stringify({ assistantId: assistant?.id });
  const created = await fetch(`${server.url}/call/web`, { method: "POST", headers, body });
  expect(created.status).toBe(201);
  expect(await created.json()).not.toHaveProperty("monitor");
});

describe("a take-over", () => {
  const joined = async (body?: object) => {
    const { id } = await setup.createCall(body);
    setup.pool.join(id);
    await expect.poll(async () => (await admin.json<Call>("GET", `/call/${id}`)).body.status).toBe("in-progress");
    return id;
  };
  const answerOf = async (id: string, body: object, as = editor) => {
    const answer = await steer(id, body, as);
    return answer.status === 200 ? "done" : ((await answer.json()) as ErrorBody).message;
  };
  const mine = "You do not have this call. Send take-over first.";
  const taken = (name: string) => `${name} has taken this call over. Only one person at a time has a call.`;

  test("is of one person at a time, for as long as it is renewed", async () => {
    const id = await joined();
    const bob = await signUpColleague(server, admin.orgId, "editor", "Bob");
    expect(await answerOf(id, { type: "renew-take-over" })).toBe(mine);
    expect(await answerOf(id, { type: "take-over" })).toBe("done");
    expect(await answerOf(id, { type: "take-over" }, bob)).toBe(taken("Maria"));
    for (const body of [{ type: "say", content: "Hi" }, { type: "control", control: "unmute-assistant" }, { type: "give-back" }])
      expect(await answerOf(id, body, bob)).toBe(taken("Maria"));
    setup.advance(TAKE_OVER_LEASE_MS - 1);
    expect(await answerOf(id, { type: "renew-take-over" })).toBe("done");
    setup.advance(TAKE_OVER_LEASE_MS - 1);
    expect(await answerOf(id, { type: "take-over" }, bob)).toBe(taken("Maria"));
    // The lease of a person whose page is closed ends.
    setup.advance(1);
    expect(await answerOf(id, { type: "renew-take-over" })).toBe(mine);
    expect(await answerOf(id, { type: "take-over" }, bob)).toBe("done");
    expect(await answerOf(id, { type: "give-back" }, bob)).toBe("done");
    expect(await answerOf(id, { type: "take-over" })).toBe("done");
    // Hanging up is left to everybody.
    expect(await answerOf(id, { type: "end-call" }, bob)).toBe("done");

    const types = ["take-over", "renew-take-over", "take-over", "give-back", "take-over", "end-call"];
    expect(ordersOf(id)).toMatchObject(types.map((type) => ({ type })));
    const { body: log } = await admin.json<AuditEvent[]>("GET", `/org/${admin.orgId}/audit?action=controlCall`);
    expect(log.filter(({ targetId }) => targetId === id)).toHaveLength(types.length - 1);
    const kept = await server.context.db.select().from(callCommand).where(eq(callCommand.callId, id));
    expect(kept.map(({ message }) => message.type)).not.toContain("renew-take-over");
  });

  test("needs an editor, and a call in progress", async () => {
    const id = await joined();
    const viewer = await signUpColleague(server, admin.orgId, "viewer");
    expect((await steer(id, { type: "take-over" }, viewer)).status).toBe(403);
    const { id: waiting } = await setup.createCall();
    expect(await answerOf(waiting, { type: "take-over" })).toBe(
      "This call is queued. It can be taken over or transferred while it is in progress.",
    );
    expect(ordersOf(id)).toEqual([]);
  });

  test("in a HIPAA call keeps no word that is typed", async () => {
    const id = await joined({ assistant: { name: "Riley", compliancePlan: { hipaaEnabled: true } } });
    const say = { type: "say", content: "Your blood sugar is fine." };
    expect(await answerOf(id, say)).toEqual([expect.stringContaining("type must not be say: words for a HIPAA call")]);
    expect(await answerOf(id, { type: "take-over" })).toBe("done");
    expect(await answerOf(id, say)).toBe("done");
    expect(ordersOf(id)).toMatchObject([{ type: "take-over" }, say]);
    const { rows } = await server.context.db.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of rows) {
      const found = await server.context.db.execute(
        sql`select count(*)::int as count from ${sql.identifier(String(name))} as each where each::text ilike '%blood sugar%'`,
      );
      expect.soft(found.rows, String(name)).toEqual([{ count: 0 }]);
    }
    expect(await server.context.db.select().from(callCommand).where(eq(callCommand.callId, id))).toEqual([]);
    expect((await eventsOf(id)).map(({ type }) => type)).toContain("control");
  });
});
