import { randomUUID } from "node:crypto";
import {
  type ErrorBody,
  type Org,
  type OrgAuth,
  type PlatformRouteName,
  platformRoutes,
  ROLES,
  type Role,
  type Route,
  roleAtLeast,
} from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { member } from "../../apps/server/src/platform/auth/tables.ts";
import { BODIES, createOneOfEach, fillPath } from "../../apps/server/src/testing/route-requests.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";

/**
 * Every route of the contract, called by a viewer, an editor and an admin, with ids of their own organization and of another one. The expectation
 * follows from the route's scope and minimum role.
 */
const routes = Object.entries(platformRoutes) as [PlatformRouteName, Route][];

/** Who holds which token in an organization. */
type Team = Record<Role, { userToken: string; orgToken: string }>;

/** These routes remove their caller, or everybody, from the organization: each runs in a separate one. */
const ENDING: readonly PlatformRouteName[] = ["deleteOrg", "leaveOrg"];

let server: TestServer;
let owner: TestClient;
let people: Record<Role, TestClient>;
let team: Team;
let strangers: Team;
/** A person without a role in the organization. */
let outsider: TestClient;
/** Ids of the owner's entities. */
let ids: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  const [viewer, editor, admin] = [await server.signUp(), await server.signUp(), await server.signUp()];
  people = { viewer, editor, admin };
  [owner, outsider] = [await server.signUp(), await server.signUp()];
  team = await joinAll(owner.orgId);
  strangers = await joinAll((await createOrg("Elsewhere")).id);
  ids = { ...(await createOneOfEach(owner)), ...(await createOfOrg()) };
});
afterAll(() => server.close());

/** Creates resources below an organization's own path. */
async function createOfOrg(): Promise<Record<string, string>> {
  const path = `/org/${owner.orgId}`;
  const keySet = await owner.json<{ id: string }>("POST", `${path}/key-set`, { ...BODIES.createKeySet, issuer: "first" });
  await owner.fetch(`${path}/invite`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ emails: ["invited@example.com"], role: "viewer" }),
  });
  const { body } = await owner.json<{ invitations: { id: string }[] }>("GET", `${path}/invitations/pending`);
  const [invited] = body.invitations;
  return { keySetId: keySet.body.id, invitationId: invited?.id ?? "", invitation: invited?.id ?? "", memberId: randomUUID() };
}

/** The people of every role in one organization more. */
async function joinAll(orgId: string): Promise<Team> {
  const { db, newId, now } = server.context;
  const rows = ROLES.map((role) => ({ id: newId(), organizationId: orgId, userId: people[role].userId, role, createdAt: now() }));
  await db.insert(member).values(rows);
  const entries = ROLES.map(async (role) => {
    const { userToken } = people[role];
    const response = await fetch(`${server.url}/org/${orgId}/auth`, { headers: { authorization: `Bearer ${userToken}` } });
    return [role, { userToken, orgToken: ((await response.json()) as OrgAuth).token }] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Team;
}

async function createOrg(name: string): Promise<Org> {
  const headers = { authorization: `Bearer ${owner.userToken}`, "content-type": "application/json" };
  return (await fetch(`${server.url}/org`, { method: "POST", headers, body: JSON.stringify({ name }) })).json() as Promise<Org>;
}

interface Answer {
  status: number;
  text: string;
  body: Partial<ErrorBody>;
}

async function send([name, route]: [PlatformRouteName, Route], token: string, placed = ids): Promise<Answer> {
  const { method, body, bodyType, query } = route;
  // The one route that names its organization in the query.
  const search = name === "getFeatureFlag" ? `?key=beta&orgId=${placed.org}` : query ? "?limit=1" : "";
  const isJson = body !== undefined && bodyType !== "form";
  const response = await fetch(`${server.url}${fillPath(route, placed)}${search}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(isJson ? { "content-type": "application/json" } : {}) },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(BODIES[name] ?? {}) : new FormData() }),
  });
  const text = await response.text();
  return { status: response.status, text, body: response.ok ? {} : (JSON.parse(text) as ErrorBody) };
}

const tokenFor = ({ scope }: Route, { userToken, orgToken }: Team[Role]) => (scope === "user" ? userToken : orgToken);

/** A person has no role before an organization is chosen. */
const isAllowed = ({ scope, role: least }: Route, role: Role) => scope === "user" || scope === "none" || roleAtLeast(role, least);

const namesAnId = ({ path, params = {} }: Route, name: PlatformRouteName) =>
  name === "getFeatureFlag" || [...path.matchAll(/\{(\w+)\}/g)].some(([, param = ""]) => param === "id" || !(param in params));

function expectForbidden({ status, body }: Answer, role: Role, { role: needed }: Route): void {
  expect.soft({ status, ...body }).toMatchObject({
    status: 403,
    code: "forbidden",
    message: `Your role '${role}' cannot do this. It needs '${needed}'.`,
  });
}

/** A missing feature is answered with 501. */
const isUnexpected = (status: number) => status >= 500 && status !== 501;

// Before the routes change data.
test.each(routes)("%s, in another organization, by each of its roles", async (name, route) => {
  for (const role of ROLES) {
    const holder = route.scope === "user" ? outsider : strangers[role];
    const answer = await send([name, route], tokenFor(route, holder));
    const row = `by its ${role}: ${answer.text}`;
    expect.soft(isUnexpected(answer.status), row).toBe(false);
    if (route.scope === "none") continue;
    if (!isAllowed(route, role)) expectForbidden(answer, role, route);
    else if (name === "acceptInvitation") expect.soft(answer.body.code, row).toBe("invitation-other-address");
    else {
      if (namesAnId(route, name)) expect.soft(answer.status, row).toBe(404);
      else expect.soft([401, 403], row).not.toContain(answer.status);
      expect.soft(answer.text).not.toContain(owner.orgId);
    }
  }
});

test("nothing of the owner's has gone by that", async () => {
  for (const [segment, id] of Object.entries(ids))
    if (`/${segment}/{id}` in getters) expect((await owner.fetch(`/${segment}/${id}`)).status, segment).toBe(200);
  const team = (await owner.json<{ role: Role }[]>("GET", `/org/${owner.orgId}/user`)).body;
  expect(team.map(({ role }) => role).toSorted()).toEqual(["admin", "admin", "editor", "viewer"]);
});

/** Routes that read one entity, by their paths. */
const getters = Object.fromEntries(
  routes.filter(([, { method, scope }]) => method === "GET" && scope === "private").map(([name, { path }]) => [path, name]),
);

test.each(routes)("%s, in their own organization, by each role", async (name, route) => {
  for (const role of ROLES) {
    const isEnding = ENDING.includes(name);
    const orgId = isEnding ? (await createOrg("Ending")).id : owner.orgId;
    const holder = (isEnding ? await joinAll(orgId) : team)[role];
    const answer = await send([name, route], tokenFor(route, holder), { ...ids, org: orgId });
    const row = `by a ${role}: ${answer.text}`;
    expect.soft(isUnexpected(answer.status), row).toBe(false);
    if (route.scope === "none") continue;
    if (!isAllowed(route, role)) expectForbidden(answer, role, route);
    else if (answer.body.code !== "invitation-other-address") expect.soft([401, 403], row).not.toContain(answer.status);
  }
});

test.each(routes.filter(([, { scope }]) => scope === "user"))(
  "%s is no matter of an organization's token",
  async (name, route) => {
    for (const role of ROLES) expect.soft((await send([name, route], team[role].orgToken)).status, `a ${role}'s`).toBe(401);
  },
);
