import { freshSessionMiddleware, sensitiveSessionMiddleware } from "better-auth/api";
import { expect, test } from "vitest";
import { authClient, AUTH_PERSON as person } from "../../testing/auth-client.ts";
import { useOnePerson } from "../../testing/one-person.ts";
import { createAuth } from "./auth.ts";
import { FRESH_SECONDS, PASSWORD_PATHS, SENSITIVE_PATHS } from "./fresh-session.ts";
import { session } from "./tables.ts";

const DAY_MS = 86_400_000;

const one = useOnePerson();
const { signIn } = one;

const change = (changed: Partial<typeof session.$inferInsert>) => one.server.context.db.update(session).set(changed);
const ago = (ms: number) => new Date(Date.now() - ms);

test("whatever the library guards as sensitive is refused to a stale session, or asks for the password", () => {
  const { api } = createAuth({ ...one.server.context, onSignUp: async () => {} });
  const guards = new Set<unknown>([freshSessionMiddleware, sensitiveSessionMiddleware]);
  type Endpoint = { path?: string; options: { use?: unknown[]; metadata?: { scope?: string } } };
  const guarded = Object.values(api as Record<string, Endpoint>).flatMap(({ path, options }) => {
    const isReachable = path !== undefined && options.metadata?.scope !== "server";
    return isReachable && options.use?.some((guard) => guards.has(guard)) ? [path] : [];
  });
  expect(guarded).toContain("/list-sessions");
  const own = ["/device/approve"];
  expect([...guarded, ...own].toSorted()).toEqual([...SENSITIVE_PATHS, ...PASSWORD_PATHS].toSorted());
});

test("a session is fresh until its last update is a day old", async () => {
  expect(FRESH_SECONDS * 1000).toBe(DAY_MS);
  await change({ updatedAt: ago(DAY_MS - 10_000), createdAt: ago(5 * DAY_MS) });
  expect((await one.client.get("/list-sessions")).status).toBe(200);
  await change({ updatedAt: ago(DAY_MS) });
  const refused = await one.client.get("/list-sessions");
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([403, "SESSION_NOT_FRESH", "Session is not fresh"]);
});

test("without a session nobody is told that it is stale", async () => {
  const body = { token: "x", accountId: "x", provider: "x", newEmail: "countess@example.com" };
  for (const path of SENSITIVE_PATHS.filter((each) => each !== "/list-sessions" && each !== "/device/approve"))
    expect([path, (await authClient(one.server.url).post(path, body)).body.message]).toEqual([path, "Unauthorized"]);
});

test("a password that is given makes up for a stale session, a wrong or an empty one does not", async () => {
  await change({ updatedAt: ago(DAY_MS) });
  const messageOf = async (path: string, body: object) => (await one.client.post(path, body)).body.message;
  expect(await messageOf("/delete-user", {})).toBe("Session expired. Re-authenticate to perform this action.");
  expect(await messageOf("/delete-user", { token: "x" })).toBe("Session expired. Re-authenticate to perform this action.");
  expect(await messageOf("/delete-user", { password: null })).toBe("Session expired. Re-authenticate to perform this action.");
  expect(await messageOf("/delete-user", { password: "a wrong password" })).toBe("Invalid password");
  expect(await messageOf("/delete-user", { password: "" })).toBe(
    "User already has a password. Provide that to delete the account.",
  );
  const passwords = { currentPassword: person.password, newPassword: person.password };
  expect((await one.client.post("/change-password", passwords)).status).toBe(200);
  expect((await one.client.get("/list-sessions")).status).toBe(200);
});

test("a device that was let in has a session of its own, as fresh as it is new", async () => {
  const device = authClient(one.server.url);
  const { device_code, user_code: userCode } = (await device.post("/device/code", { client_id: "callwright-cli" })).body;
  await one.client.get(`/device?user_code=${userCode}`);
  await change({ updatedAt: ago(DAY_MS) });
  expect((await one.client.post("/device/approve", { userCode })).body.message).toBe("Session is not fresh");
  await change({ updatedAt: new Date() });
  expect((await one.client.post("/device/approve", { userCode })).status).toBe(200);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const { access_token } = (await device.post("/device/token", { grant_type, device_code, client_id: "callwright-cli" })).body;
  const bearer = authClient(one.server.url, { headers: { authorization: `Bearer ${access_token}` } });
  expect((await bearer.get("/list-sessions")).status).toBe(200);
  await change({ updatedAt: ago(DAY_MS) });
  expect((await bearer.get("/list-sessions")).status).toBe(403);
});

test("listed sessions tell when each was used last, which is not when it was updated", async () => {
  const lastUses = async () => {
    const listed = (await one.client.get("/list-sessions")).body as unknown as { lastUsedAt: string; createdAt: string }[];
    return listed.map(({ lastUsedAt, createdAt }) => ({ lastUsed: Date.parse(lastUsedAt), created: Date.parse(createdAt) }));
  };
  const [only] = await lastUses();
  expect(Math.abs((only?.lastUsed ?? 0) - (only?.created ?? 0))).toBeLessThan(1000);
  // Refreshed three days after the sign-in, which was five days ago.
  await change({ createdAt: ago(5 * DAY_MS), expiresAt: new Date(Date.now() + 5 * DAY_MS) });
  await one.client.get("/get-session?disableCookieCache=true&disableRefresh=true");
  await change({ updatedAt: new Date(), expiresAt: new Date(Date.now() + 6.5 * DAY_MS) });
  const [used] = await lastUses();
  expect((Date.now() - (used?.lastUsed ?? 0)) / DAY_MS).toBeCloseTo(0.5, 2);
  // A session that is not remembered was last used, as far as known, when it began.
  await one.server.context.db.delete(session);
  one.client = await signIn({ rememberMe: false });
  const [forgetful] = await lastUses();
  expect(Math.abs((forgetful?.lastUsed ?? 0) - (forgetful?.created ?? 0))).toBeLessThan(1000);
});
