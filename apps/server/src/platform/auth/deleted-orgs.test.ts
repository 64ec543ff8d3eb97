import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authClient } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { user } from "./tables.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("the service hides a deleted organization, and shows it again once it is restored", async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  await server.context.db.update(user).set({ emailVerified: true }).where(eq(user.id, bob.userId));
  const ofAda = authClient(server.url, { headers: { cookie: ada.cookie } });
  const ofBob = authClient(server.url, { headers: { cookie: bob.cookie } });
  const invite = { emails: [bob.email], role: "viewer" };
  const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(invite) };
  expect((await ada.fetch(`/org/${ada.orgId}/invite`, sent)).status).toBe(201);

  const invitations = async () => (await ofBob.get("/organization/list-user-invitations")).body as unknown as { id: string }[];
  const [invited] = await invitations();
  /** Status of each answer that names it, and how often the lists do. */
  const told = async () => {
    const paths = [
      `get-full-organization?organizationId=${ada.orgId}`,
      `get-full-organization?organizationSlug=${ada.orgId}`,
      `list-members?organizationId=${ada.orgId}`,
      `list-invitations?organizationId=${ada.orgId}`,
      `get-active-member-role?organizationId=${ada.orgId}`,
    ];
    const answers = await Promise.all(paths.map((path) => ofAda.get(`/organization/${path}`)));
    answers.push(await ofBob.get(`/organization/get-invitation?id=${invited?.id}`));
    const orgs = (await ofAda.get("/organization/list")).body as unknown as { id: string }[];
    return [answers.map(({ status }) => status), orgs.map(({ id }) => id), (await invitations()).length];
  };
  const all = [Array(6).fill(200), [ada.orgId], 1];
  expect(await told()).toEqual(all);
  expect((await ada.fetch(`/org/${ada.orgId}`, { method: "DELETE" })).status).toBe(200);
  expect(await told()).toEqual([Array(6).fill(404), [], 0]);
  const restored = await fetch(`${server.url}/org/${ada.orgId}/restore`, {
    method: "POST",
    headers: { authorization: `Bearer ${ada.userToken}` },
  });
  expect(restored.status).toBeLessThan(300);
  expect(await told()).toEqual(all);
});
