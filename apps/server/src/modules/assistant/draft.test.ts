import { randomUUID } from "node:crypto";
import type { Assistant, AssistantDraft, ErrorBody } from "@callwright/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { member } from "../../platform/auth/tables.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { assistantDraft } from "./tables.ts";

/** The draft of an assistant. */

let server: TestServer;
let client: TestClient;
const now = new Date();
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
  client = await server.signUp();
});
afterAll(() => server.close());

const model = { provider: "openai", model: "gpt-4o", temperature: 0.5 };

const create = async (config: object = { name: "Ada", model }) =>
  (await client.json<Assistant>("POST", "/assistant", config)).body;
const path = (id: string, rest = "") => `/assistant/${id}${rest}`;
const getDraft = async (id: string) => (await client.json<AssistantDraft>("GET", path(id, "/draft"))).body;
/** The whole draft, at the revision that it has. */
const saveDraft = async (id: string, config: object) =>
  client.json<AssistantDraft & ErrorBody>("PUT", path(id, "/draft"), { revision: (await getDraft(id)).revision, config });
const changeDraft = (id: string, revision: number, changes: object[], more: object = {}) =>
  client.json<AssistantDraft & ErrorBody>("PATCH", path(id, "/draft"), { revision, changes, ...more });
const publish = (id: string, force = false) => client.json<Assistant & ErrorBody>("POST", path(id, "/publish"), { force });

test("without one, a caller sees what is published", async () => {
  const made = await create({ name: "Ada" });
  expect((await client.json("GET", path(made.id, "/draft"))).body).toEqual({
    assistantId: made.id,
    baseVersion: "v1",
    revision: 1,
    config: { name: "Ada" },
    isDirty: false,
    updatedAt: made.updatedAt,
  });
  expect(await publish(made.id)).toMatchObject({ status: 200, body: { latestVersion: "v1" } });
});

test("is saved as often as one likes, published once, and then gone", async () => {
  const { id } = await create({ name: "Ada" });
  expect(await saveDraft(id, { name: "Ad" })).toMatchObject({ status: 200, body: { isDirty: true } });
  expect((await saveDraft(id, { name: "Grace" })).body).toMatchObject({ config: { name: "Grace" }, baseVersion: "v1" });
  expect((await client.json<Assistant>("GET", path(id))).body).toMatchObject({ name: "Ada", latestVersion: "v1" });
  expect(await publish(id)).toMatchObject({ status: 200, body: { name: "Grace", latestVersion: "v2" } });
  expect((await client.json("GET", path(id, "/draft"))).body).toMatchObject({ baseVersion: "v2", isDirty: false });
});

test("that changes nothing makes no version", async () => {
  const { id } = await create({ name: "Ada", model });
  expect((await saveDraft(id, { model, name: "Ada" })).body.isDirty).toBe(false);
  expect(await publish(id)).toMatchObject({ status: 200, body: { latestVersion: "v1" } });
});

test("on an older version is refused, kept, and published by force", async () => {
  const { id } = await create({ name: "Ada" });
  await saveDraft(id, { name: "Mine" });
  await client.json("PATCH", path(id), { name: "Theirs" });
  const refused = await publish(id);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: "draft-conflict",
      message: "This draft is based on version v1, but version v2 is published. Compare the two, then publish again.",
    },
  });
  expect((await client.json("GET", path(id, "/draft"))).body).toMatchObject({ config: { name: "Mine" }, baseVersion: "v1" });
  expect(await publish(id, true)).toMatchObject({ status: 200, body: { name: "Mine", latestVersion: "v3" } });
});

test("that is saved while it is being published is published as saved", async () => {
  const { id } = await create({ name: "Ada" });
  await saveDraft(id, { name: "Early" });
  const { db } = server.context;
  const isPublishWaiting = async () => {
    const { rows } = await db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  const { publishing } = await db.transaction(async (tx) => {
    await tx
      .update(assistantDraft)
      .set({ config: { name: "Late" } })
      .where(eq(assistantDraft.ownerId, id));
    const begun = publish(id);
    await expect.poll(isPublishWaiting, { timeout: 30_000 }).toBe(true);
    return { publishing: begun };
  });
  expect(await publishing).toMatchObject({ status: 200, body: { name: "Late", latestVersion: "v2" } });
  expect((await client.json("GET", path(id, "/draft"))).body).toMatchObject({ baseVersion: "v2", isDirty: false });
});

test("can be thrown away", async () => {
  const { id } = await create({ name: "Ada" });
  await saveDraft(id, { name: "Other" });
  expect((await client.json("DELETE", path(id, "/draft"))).body).toMatchObject({ config: { name: "Ada" }, isDirty: false });
  expect((await client.json("GET", path(id, "/draft"))).body).toMatchObject({ isDirty: false });
});

test.each(["v2", "1", "v1.5", "latest", ""])("on version '%s', which does not exist, is refused", async (baseVersion) => {
  const { id } = await create();
  const { status, body } = await changeDraft(id, 1, [{ path: ["name"], to: "Grace" }], { baseVersion });
  expect([status, body.message]).toEqual([400, ["baseVersion must be a published version, like v1"]]);
});

test("is checked as an assistant is", async () => {
  const { id } = await create({ name: "Ada" });
  const whole = await saveDraft(id, { name: 5, frstMessage: "Hi" });
  expect(whole.body.message).toEqual([
    "config.name must be a string",
    "config.property frstMessage should not exist: write firstMessage",
  ]);
  const changes = [
    { path: ["name"], to: 5 },
    { path: ["frstMessage"], to: "Hi" },
  ];
  expect((await changeDraft(id, 1, changes)).body.message).toEqual([
    "name must be a string",
    "property frstMessage should not exist: write firstMessage",
  ]);
  const server = { path: ["server"], to: { url: "http://127.0.0.1/" } };
  expect((await changeDraft(id, 1, [server])).body.message).toEqual([expect.stringMatching(/^server\.url must be an https/)]);
  const pollution = [{ path: ["metadata", "__proto__", "x"], to: 1 }];
  expect(await changeDraft(id, 1, pollution)).toMatchObject({ status: 400 });
  expect(await getDraft(id)).toMatchObject({ revision: 1, isDirty: false });
});

test("warns of what has no effect in all of it, not only in the changed fields", async () => {
  const { id } = await create({ name: "Ada" });
  const { body } = await changeDraft(id, 1, [{ path: ["voice"], to: { provider: "vapi", voiceId: "Elliot" } }]);
  expect(body.warnings).toEqual([
    { field: "voice.provider", message: expect.stringContaining("hosted platform") },
    {
      field: "voice.voiceId",
      message: expect.stringMatching(/^'Elliot' is spoken by the first of 11labs, .* or else by the offline voice rms\.$/),
    },
  ]);
  const later = await changeDraft(id, body.revision, [{ path: ["name"], to: "Grace" }]);
  expect(later.body.warnings).toEqual(body.warnings);
});

test("without a revision is refused, and nothing of it is lost", async () => {
  const { id } = await create({ name: "Ada", firstMessage: "Hello" });
  const { status, body } = await client.json<ErrorBody>("PUT", path(id, "/draft"), {
    baseVersion: "v1",
    config: { name: "Old" },
  });
  expect([status, body.message]).toEqual([400, ["revision is required and must be a number"]]);
  expect((await getDraft(id)).config).toEqual({ name: "Ada", firstMessage: "Hello" });
});

describe("in two tabs", () => {
  const hello = { name: "Ada", firstMessage: "Hello" };
  const set = (field: string, from: unknown, to: unknown) => ({ path: [field], from, to });

  test("keeps the changes of both, the first ones too", async () => {
    const { id } = await create(hello);
    const { revision } = await getDraft(id);
    const [first, second] = await Promise.all([
      changeDraft(id, revision, [set("firstMessage", "Hello", "Good morning")]),
      changeDraft(id, revision, [set("name", "Ada", "Grace")]),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await getDraft(id)).toMatchObject({
      config: { name: "Grace", firstMessage: "Good morning" },
      revision: revision + 2,
      baseVersion: "v1",
    });
  });

  test("answers both values of a field that both changed, and writes neither field of the later one", async () => {
    const { id } = await create(hello);
    const { revision } = await getDraft(id);
    await changeDraft(id, revision, [set("firstMessage", "Hello", "Good morning")]);
    const refused = await changeDraft(id, revision, [set("firstMessage", "Hello", "Good evening"), set("name", "Ada", "Grace")]);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "draft-clash",
        message: expect.stringMatching(/^firstMessage changed in this draft after revision 1\. .* with revision 2\.$/),
        clashes: [{ path: ["firstMessage"], yours: "Good evening", theirs: "Good morning" }],
      },
    });
    expect((await getDraft(id)).config).toEqual({ name: "Ada", firstMessage: "Good morning" });
    const { body } = await changeDraft(id, revision + 1, [{ path: ["firstMessage"], to: "Good evening" }]);
    expect(body.config).toEqual({ name: "Ada", firstMessage: "Good evening" });
    expect(await changeDraft(id, revision, [set("firstMessage", "Hello", "Good evening")])).toMatchObject({ status: 200 });
  });

  test("is replaced as a whole only at its revision", async () => {
    const { id } = await create(hello);
    await changeDraft(id, 1, [set("firstMessage", "Hello", "Good morning")]);
    const whole = { revision: 1, config: { ...hello, name: "Grace" } };
    expect(await client.json("PUT", path(id, "/draft"), whole)).toMatchObject({ status: 409, body: { code: "draft-moved" } });
    expect((await getDraft(id)).config).toEqual({ name: "Ada", firstMessage: "Good morning" });
  });

  test("is published by one: the other's later edit becomes a draft of the new version, and an edit of the same field clashes", async () => {
    const { id } = await create(hello);
    const { body: seen } = await changeDraft(id, 1, [set("firstMessage", "Hello", "Good morning")]);
    await publish(id);
    const { body } = await changeDraft(id, seen.revision, [set("name", "Ada", "Grace")]);
    expect(body).toMatchObject({ baseVersion: "v2", config: { name: "Grace", firstMessage: "Good morning" } });
    expect(body.revision).toBeGreaterThan(seen.revision + 2);
    expect(await changeDraft(id, 1, [set("firstMessage", "Hello", "Good evening")])).toMatchObject({ status: 409 });
  });

  test("is published and discarded only as it was seen", async () => {
    const { id } = await create(hello);
    const { body: seen } = await changeDraft(id, 1, [set("name", "Ada", "Grace")]);
    const { body: moved } = await changeDraft(id, seen.revision, [set("firstMessage", "Hello", "Good morning")]);
    const refusal = { status: 409, body: { code: "draft-moved" } };
    expect(await client.json("POST", path(id, "/publish"), { revision: seen.revision })).toMatchObject(refusal);
    expect(await client.json("DELETE", path(id, `/draft?revision=${seen.revision}`))).toMatchObject(refusal);
    expect(await getDraft(id)).toEqual({ ...moved, isDirty: true });
    expect(await client.json("POST", path(id, "/publish"), { revision: moved.revision })).toMatchObject({ status: 200 });
  });

  test("is discarded by one: the other's unsaved edits are kept, except for the values that were discarded", async () => {
    const { id } = await create(hello);
    const { body: seen } = await changeDraft(id, 1, [set("firstMessage", "Hello", "Good morning")]);
    await client.json("DELETE", path(id, "/draft"));
    const other = await changeDraft(id, seen.revision, [set("name", "Ada", "Grace")]);
    expect(other.body).toMatchObject({ config: { ...hello, name: "Grace" } });
    const same = await changeDraft(id, seen.revision, [set("firstMessage", "Good morning", "Good evening")]);
    expect(same.body.clashes).toEqual([{ path: ["firstMessage"], yours: "Good evening", theirs: "Hello" }]);
  });

  test("comes back after a discard with the version it was made from", async () => {
    const { id } = await create(hello);
    const { body: mine } = await changeDraft(id, 1, [set("name", "Ada", "Grace")]);
    await client.json("PATCH", path(id), { firstMessage: "Theirs" });
    const live = (await client.json<AssistantDraft>("DELETE", path(id, "/draft"))).body;
    const changes = [set("name", "Ada", "Grace"), set("firstMessage", "Theirs", "Hello")];
    const { body } = await changeDraft(id, live.revision, changes, { baseVersion: mine.baseVersion });
    expect(body).toMatchObject({ baseVersion: "v1", config: mine.config });
    expect((await publish(id)).body.code).toBe("draft-conflict");
  });

  test("without changes is none, and follows what is published", async () => {
    const { id } = await create(hello);
    const { body } = await changeDraft(id, 1, [set("name", "Ada", "Grace")]);
    await changeDraft(id, body.revision, [set("name", "Grace", "Ada")]);
    await client.json("PATCH", path(id), { firstMessage: "Theirs" });
    expect(await getDraft(id)).toMatchObject({ isDirty: false, baseVersion: "v2", config: { firstMessage: "Theirs" } });
  });
});

test("is each member's own", async () => {
  const { id } = await create({ name: "Ada" });
  const other = await server.signUp();
  await server.context.db
    .insert(member)
    .values({ id: randomUUID(), organizationId: client.orgId, userId: other.userId, role: "editor", createdAt: new Date() });
  const asUser = { headers: { authorization: `Bearer ${other.userToken}` } };
  const { accessToken } = (await (await other.fetch(`/org/${client.orgId}/auth`, asUser)).json()) as { accessToken: string };
  await saveDraft(id, { name: "Mine" });
  const asOther = { headers: { authorization: `Bearer ${accessToken}` } };
  const seen = await other.fetch(path(id, "/draft"), asOther);
  expect(await seen.json()).toMatchObject({ config: { name: "Ada" }, isDirty: false });
  // The others see that there is a draft, as long as it differs from the published version.
  const others = async () => (await other.fetch(path(id, "/draft/others"), asOther)).json();
  expect(await others()).toEqual([{ userId: client.userId, baseVersion: "v1", updatedAt: now.toISOString() }]);
  expect((await client.json("GET", path(id, "/draft/others"))).body).toEqual([]);
  await saveDraft(id, { name: "Ada" });
  expect(await others()).toEqual([]);
});
