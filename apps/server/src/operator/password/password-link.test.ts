import { afterAll, beforeAll, expect, test } from "vitest";
import { verification } from "../../platform/auth/tables.ts";
import { StartError } from "../../platform/config/start-error.ts";
import { authClient } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { createPasswordLink } from "./password-link.ts";

let server: TestServer;
let person: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp({ name: "Ada" });
});
afterAll(() => server.close());

const asBearer = async <Body>(path: string, token: string) =>
  (await (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as Body;
const linkIn = (told: string) => new URL(/https?:\S+/.exec(told)?.[0] ?? "");

test("the link chooses a new password once, ends the sessions of the account, and is in the audit log", async () => {
  const told = await createPasswordLink(server.context, [person.email.toUpperCase()]);
  expect(told).toContain(`Ada (${person.email})`);
  const link = linkIn(told);
  expect(link.pathname).toBe("/reset-password");
  const token = link.searchParams.get("token") ?? "";
  expect(JSON.stringify(await server.context.db.select().from(verification))).not.toContain(token);
  const visitor = authClient(server.url);
  const session = () =>
    fetch(`${server.url}/api/auth/get-session?disableCookieCache=true`, { headers: { cookie: person.cookie } });
  expect(await (await session()).json()).toMatchObject({ user: { email: person.email } });
  const reset = { token, newPassword: "another long password" };
  expect((await visitor.post("/reset-password", reset)).status).toBe(200);
  expect((await visitor.post("/reset-password", reset)).body.message).toBe("Invalid token");
  expect(await (await session()).json()).toBeNull();
  expect((await visitor.post("/sign-in/email", { email: person.email, password: person.password })).status).toBe(401);
  expect((await visitor.post("/sign-in/email", { email: person.email, password: reset.newPassword })).status).toBe(200);

  const { accessToken } = await asBearer<{ accessToken: string }>(
    `/org/${person.orgId}/auth`,
    (await visitor.get("/token")).body.token,
  );
  expect(await asBearer(`/org/${person.orgId}/audit?limit=2`, accessToken)).toMatchObject([
    { action: "resetPassword", actor: "user", actorName: "Ada", targetName: "Ada" },
    { action: "createPasswordLink", actor: "operator", actorName: "Operator", targetName: "Ada" },
  ]);
});

test("a link is refused after an hour", async () => {
  const hourAgo = { ...server.context, now: () => new Date(Date.now() - 3_601_000) };
  const token = linkIn(await createPasswordLink(hourAgo, [person.email])).searchParams.get("token");
  const { body } = await authClient(server.url).post("/reset-password", { token, newPassword: "a third long password" });
  expect(body.message).toBe("Invalid token");
});

test.each([[[]], [["nobody@example.com"]], [["ada@example.com", "ada@example.com"]]])(
  "%j is refused, with what to say",
  async (words) => {
    await expect(createPasswordLink(server.context, words)).rejects.toThrow(StartError);
    await expect(createPasswordLink(server.context, words)).rejects.toThrow("npm run password -- person@example.com");
  },
);
