import { randomUUID } from "node:crypto";
import type { Draft, ErrorBody, VersionPage } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as squadTables from "../../../modules/squad/tables.ts";
import * as workflowTables from "../../../modules/workflow/tables.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { member } from "../../auth/tables.ts";

/** Drafts and versions of squads and workflows. `draft.test.ts` has what an assistant's draft does. */

let server: TestServer;
let client: TestClient;
const now = new Date();
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
  client = await server.signUp();
});
afterAll(() => server.close());

interface Stored {
  id: string;
  name: string;
  latestVersion: string;
  updatedAt: string;
  createdAt: string;
}

interface Kind {
  path: string;
  idName: string;
  table: typeof squadTables.squad;
  drafts: typeof squadTables.squadDraft;
  versions: typeof squadTables.squadVersion;
  config: (name: string, words?: string) => object;
  /** A list is one field. */
  list: string;
}

const KINDS: readonly Kind[] = [
  {
    path: "/squad",
    idName: "squadId",
    table: squadTables.squad,
    drafts: squadTables.squadDraft,
    versions: squadTables.squadVersion,
    config: (name, firstMessage = "Hello") => ({ name, members: [{ assistant: { name: "Ada", firstMessage } }] }),
    list: "members",
  },
  {
    path: "/workflow",
    idName: "workflowId",
    // The tables have the same columns.
    table: workflowTables.workflow as unknown as typeof squadTables.squad,
    drafts: workflowTables.workflowDraft as unknown as typeof squadTables.squadDraft,
    versions: workflowTables.workflowVersion as unknown as typeof squadTables.squadVersion,
    config: (name, prompt = "Hello") => ({
      name,
      nodes: [{ type: "conversation", name: "talk", isStart: true, prompt }],
      edges: [],
    }),
    list: "nodes",
  },
];

describe.each(KINDS)("$path", ({ path, idName, table, drafts, versions, config, list }) => {
  const create = async (body = config("Ada")) => (await client.json<Stored>("POST", path, body)).body;
  const getDraft = async (id: string) => (await client.json<Draft<object>>("GET", `${path}/${id}/draft`)).body;
  const change = (id: string, revision: number, changes: object[], more: object = {}) =>
    client.json<Draft<object> & ErrorBody>("PATCH", `${path}/${id}/draft`, { revision, changes, ...more });
  const rename = async (id: string, to: string) => change(id, (await getDraft(id)).revision, [{ path: ["name"], to }]);
  const publish = (id: string, body: object = {}) => client.json<Stored & ErrorBody>("POST", `${path}/${id}/publish`, body);
  const patch = (id: string, body: object) => client.json<Stored>("PATCH", `${path}/${id}`, body);
  const listVersions = async (id: string, query = "") =>
    (await client.json<VersionPage<{ name?: string }>>("GET", `${path}/${id}/version${query}`)).body;
  const named = async (id: string) => (await listVersions(id)).results.map(({ version, name }) => [version, name]);

  test("a create is the first version, and without a draft a caller sees what is published", async () => {
    const made = await create();
    expect(made).toMatchObject({ name: "Ada", latestVersion: "v1" });
    expect(await getDraft(made.id)).toEqual({
      [idName]: made.id,
      baseVersion: "v1",
      revision: 1,
      config: config("Ada"),
      isDirty: false,
      updatedAt: made.updatedAt,
    });
    expect(await listVersions(made.id)).toEqual({
      results: [
        {
          ...config("Ada"),
          id: expect.any(String),
          orgId: client.orgId,
          [idName]: made.id,
          version: "v1",
          createdBy: client.userId,
          createdAt: made.createdAt,
          updatedAt: made.createdAt,
        },
      ],
      metadata: { itemsPerPage: 20, totalItems: 1, currentPage: 1 },
    });
  });

  test("a draft is published once, and then gone", async () => {
    const { id } = await create();
    expect(await rename(id, "Grace")).toMatchObject({ status: 200, body: { isDirty: true, config: config("Grace") } });
    expect((await client.json("GET", `${path}/${id}`)).body).toMatchObject({ name: "Ada", latestVersion: "v1" });
    expect(await publish(id)).toMatchObject({ status: 200, body: { name: "Grace", latestVersion: "v2" } });
    expect(await getDraft(id)).toMatchObject({ baseVersion: "v2", isDirty: false, config: config("Grace") });
    expect(await named(id)).toEqual([
      ["v2", "Grace"],
      ["v1", "Ada"],
    ]);
    expect(await publish(id)).toMatchObject({ status: 200, body: { latestVersion: "v2" } });
  });

  test("PATCH publishes at once, and makes a version only of a change", async () => {
    const { id } = await create();
    const changed = await patch(id, config("Grace"));
    expect(changed).toMatchObject({ status: 200, body: { name: "Grace", latestVersion: "v2" } });
    // A client may write back what it read.
    const same = await patch(id, changed.body);
    expect(same).toMatchObject({ status: 200, body: { latestVersion: "v2", updatedAt: changed.body.updatedAt } });
    expect((await listVersions(id)).results[0]).toMatchObject({ version: "v2", parentVersion: "v1", createdBy: client.userId });
  });

  test("an older version is restored as the next one", async () => {
    const { id } = await create();
    await patch(id, config("Grace", "Good morning"));
    const [, first] = (await listVersions(id)).results;
    const { name, [list]: parts } = first as unknown as Record<string, unknown>;
    expect(await patch(id, { name, [list]: parts })).toMatchObject({ status: 200, body: { name: "Ada", latestVersion: "v3" } });
    expect((await listVersions(id)).results.map(({ version }) => version)).toEqual(["v3", "v2", "v1"]);
  });

  test("versions come in pages", async () => {
    const { id } = await create();
    for (const name of ["two", "three"]) await patch(id, config(name));
    const page = await listVersions(id, "?limit=2");
    expect(page).toMatchObject({
      results: [{ name: "three" }, { name: "two" }],
      nextPageState: "v2",
      metadata: { totalItems: 3 },
    });
    const last = await listVersions(id, `?limit=2&pageState=${page.nextPageState}`);
    expect(last.results).toMatchObject([{ name: "Ada" }]);
    expect(last).not.toHaveProperty("nextPageState");
  });

  test("a draft on an older version is refused, kept, and published by force", async () => {
    const { id } = await create();
    await rename(id, "Mine");
    await patch(id, config("Theirs"));
    expect(await publish(id)).toMatchObject({ status: 409, body: { code: "draft-conflict" } });
    expect(await getDraft(id)).toMatchObject({ config: config("Mine"), baseVersion: "v1" });
    expect(await publish(id, { force: true })).toMatchObject({ status: 200, body: { name: "Mine", latestVersion: "v3" } });
  });

  test("two tabs keep the changes of both, and answer both values of a field that both changed", async () => {
    const { id } = await create();
    const { revision } = await getDraft(id);
    const before = (config("Ada") as Record<string, unknown>)[list];
    const after = (config("Ada", "Good morning") as Record<string, unknown>)[list];
    const other = (config("Ada", "Good evening") as Record<string, unknown>)[list];
    const [first, second] = await Promise.all([
      change(id, revision, [{ path: [list], from: before, to: after }]),
      change(id, revision, [{ path: ["name"], from: "Ada", to: "Grace" }]),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await getDraft(id)).toMatchObject({ config: config("Grace", "Good morning"), revision: revision + 2 });
    expect(await change(id, revision, [{ path: [list], from: before, to: other }])).toMatchObject({
      status: 409,
      body: { code: "draft-clash", clashes: [{ path: [list], yours: other, theirs: after }] },
    });
    expect(await publish(id, { revision })).toMatchObject({ status: 409, body: { code: "draft-moved" } });
    expect(await publish(id, { revision: revision + 2 })).toMatchObject({ status: 200 });
  });

  test("a draft is checked as a whole, replaced at its revision, and discarded", async () => {
    const { id } = await create();
    expect(await change(id, 1, [{ path: ["name"], to: 5 }])).toMatchObject({
      status: 400,
      body: { message: ["name must be a string"] },
    });
    expect(await change(id, 1, [{ path: [list] }])).toMatchObject({ status: 400 });
    const whole = { revision: 1, config: config("Grace") };
    expect(await client.json("PUT", `${path}/${id}/draft`, whole)).toMatchObject({ status: 200, body: { isDirty: true } });
    expect(await client.json("PUT", `${path}/${id}/draft`, whole)).toMatchObject({ status: 409, body: { code: "draft-moved" } });
    const mine = await getDraft(id);
    const gone = await client.json<Draft<object>>("DELETE", `${path}/${id}/draft?revision=${mine.revision}`);
    expect(gone).toMatchObject({ status: 200, body: { isDirty: false, config: config("Ada") } });
    const back = await change(id, gone.body.revision, [{ path: ["name"], from: "Ada", to: "Grace" }], { baseVersion: "v1" });
    expect(back).toMatchObject({ status: 200, body: { config: config("Grace"), baseVersion: "v1" } });
  });

  test("a draft is each member's own", async () => {
    const { id } = await create();
    const other = await server.signUp();
    const joined = { organizationId: client.orgId, userId: other.userId, role: "editor", createdAt: new Date() };
    await server.context.db.insert(member).values({ id: randomUUID(), ...joined });
    const asUser = { headers: { authorization: `Bearer ${other.userToken}` } };
    const { accessToken } = (await (await other.fetch(`/org/${client.orgId}/auth`, asUser)).json()) as { accessToken: string };
    const asOther = { headers: { authorization: `Bearer ${accessToken}` } };
    const seen = async (rest: string) => (await other.fetch(`${path}/${id}/draft${rest}`, asOther)).json();
    await rename(id, "Mine");
    expect(await seen("")).toMatchObject({ config: config("Ada"), isDirty: false });
    expect(await seen("/others")).toEqual([{ userId: client.userId, baseVersion: "v1", updatedAt: now.toISOString() }]);
    expect((await client.json("GET", `${path}/${id}/draft/others`)).body).toEqual([]);
    await rename(id, "Ada");
    expect(await seen("/others")).toEqual([]);
  });

  test("what is deleted has no draft until it is restored, with its versions", async () => {
    const { id } = await create();
    await patch(id, config("Grace"));
    await rename(id, "Mine");
    await client.json("DELETE", `${path}/${id}`);
    for (const rest of ["/draft", "/draft/others", "/version"])
      expect.soft((await client.json("GET", `${path}/${id}${rest}`)).status).toBe(404);
    expect(await publish(id)).toMatchObject({ status: 404 });
    expect(await client.json("POST", `${path}/${id}/restore`)).toMatchObject({ status: 200, body: { latestVersion: "v2" } });
    expect(await getDraft(id)).toMatchObject({ config: config("Mine"), isDirty: true });
    expect(await publish(id)).toMatchObject({ status: 200, body: { name: "Mine", latestVersion: "v3" } });
    expect(await named(id)).toHaveLength(3);
  });

  test("another organization finds neither draft nor versions", async () => {
    const { id } = await create();
    await rename(id, "Mine");
    const other = await server.signUp();
    const requests: [string, string, object?][] = [
      ["GET", "/draft"],
      ["PATCH", "/draft", { revision: 2, changes: [{ path: ["name"], to: "Theirs" }] }],
      ["PUT", "/draft", { revision: 2, config: config("Theirs") }],
      ["DELETE", "/draft"],
      ["GET", "/draft/others"],
      ["POST", "/publish", {}],
      ["GET", "/version"],
    ];
    for (const [method, rest, body] of requests)
      expect.soft((await other.json(method, `${path}/${id}${rest}`, body)).status, `${method} ${rest}`).toBe(404);
    expect(await getDraft(id)).toMatchObject({ config: config("Mine"), isDirty: true });
  });

  /** As a server of the release before writes: without a version. */
  const writeAsBefore = (id: string, name: string) =>
    server.context.db
      .update(table)
      .set({ config: config(name) as Record<string, unknown>, updatedAt: now })
      .where(eq(table.id, id));

  test("what a server without versions stored has its version, and what it changes later, too", async () => {
    const [id, at] = [randomUUID(), now];
    const row = { id, orgId: client.orgId, createdAt: at, updatedAt: at, config: config("Old") as Record<string, unknown> };
    await server.context.db.insert(table).values(row);
    expect((await client.json("GET", `${path}/${id}`)).body).toMatchObject({ name: "Old", latestVersion: "v1" });
    expect(await getDraft(id)).toMatchObject({ baseVersion: "v1", revision: 1, isDirty: false });
    expect((await listVersions(id)).results).toMatchObject([{ version: "v1", name: "Old", createdBy: null }]);
    await rename(id, "Mine");
    await writeAsBefore(id, "Older");
    expect(await publish(id)).toMatchObject({ status: 409, body: { code: "draft-conflict" } });
    await client.json("DELETE", `${path}/${id}/draft`);
    await writeAsBefore(id, "Oldest");
    expect(await patch(id, config("New"))).toMatchObject({ status: 200, body: { latestVersion: "v4" } });
    expect(await named(id)).toEqual([
      ["v4", "New"],
      ["v3", "Oldest"],
      ["v2", "Older"],
      ["v1", "Old"],
    ]);
  });

  test("drafts and versions go for good with what they are of", async () => {
    const { id } = await create();
    await rename(id, "Mine");
    await server.context.db.delete(table).where(eq(table.id, id));
    expect(await server.context.db.$count(drafts, eq(drafts.ownerId, id))).toBe(0);
    expect(await server.context.db.$count(versions, eq(versions.ownerId, id))).toBe(0);
  });
});
