import type { OrgAuth, Role } from "@callwright/contract";
import { member } from "../platform/auth/tables.ts";
import type { TestServer } from "./start-test-server.ts";
import type { TestClient } from "./test-client.ts";

/** Signs up a person who works in `orgId` with this role, instead of in an organization of their own. */
export async function signUpColleague(server: TestServer, orgId: string, role: Role, name?: string): Promise<TestClient> {
  const person = await server.signUp(name === undefined ? {} : { name });
  const { db, newId, now } = server.context;
  await db.insert(member).values({ id: newId(), organizationId: orgId, userId: person.userId, role, createdAt: now() });
  const headers = { authorization: `Bearer ${person.userToken}` };
  const { token } = (await (await fetch(`${server.url}/org/${orgId}/auth`, { headers })).json()) as OrgAuth;
  const send: TestClient["fetch"] = (path, init = {}) => {
    const all = new Headers(init.headers);
    all.set("authorization", `Bearer ${token}`);
    return fetch(`${server.url}${path}`, { ...init, headers: all });
  };
  return {
    ...person,
    orgId,
    orgToken: token,
    fetch: send,
    json: async <Body>(method: string, path: string, body?: unknown) => {
      const sent = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const response = await send(path, { method, ...sent });
      return { status: response.status, body: (await response.json()) as Body };
    },
  };
}
