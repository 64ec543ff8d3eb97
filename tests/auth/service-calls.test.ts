import { describe, expect, test } from "vitest";
import type { AuthClient } from "../../apps/server/src/testing/auth-client.ts";
import { DAY_SECONDS, useAuthService } from "./auth-service.ts";

/** Sections 6 and 7 of the specification: who may do what, and the calls of the authentication service. */

const service = useAuthService();
const { signUp, visitor, passSeconds } = service;

const stored = async ({ get }: Pick<AuthClient, "get">) => (await get("/get-session?disableCookieCache=true")).body;
const listSessions = async ({ get }: Pick<AuthClient, "get">) =>
  (await get("/list-sessions")).body as unknown as { token: string }[];

/** Two browsers of one person. */
async function twoSessions() {
  const first = await signUp();
  const second = visitor();
  await second.post("/sign-in/email", first.person);
  return { first, second, token: (await stored(second)).session.token };
}

describe("6. Roles and permissions", () => {
  test("Most platform calls are authenticated with a bearer credential, {token}.", async () => {
    const { url } = service.server;
    const { orgToken } = await service.server.signUp();
    for (const path of ["/assistant", "/call", "/squad", "/tool", "/token", "/credential"]) {
      expect((await fetch(`${url}${path}`)).status).toBe(401);
      expect((await fetch(`${url}${path}`, { headers: { authorization: "Bearer wrong" } })).status).toBe(401);
      expect((await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${orgToken}` } })).status).toBe(200);
    }
  });

  test("The credential webhook call is unauthenticated.", async () => {
    const body = { type: "auth", operation: "creation", connectionId: "c", provider: "p", success: true, endUser: {} };
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${service.server.url}/credential/webhook`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).not.toBe(401);
    expect(response.status).toBeLessThan(500);
  });

  test("The org endpoints cover listing users, inviting users, changing a member's role, removing a member, leaving an org and fetching an org auth token.", async () => {
    const admin = await service.server.signUp();
    const org = `/org/${admin.orgId}`;
    const roles = async () =>
      (await admin.json<{ email: string; role: string }[]>("GET", `${org}/user`)).body.map(({ role }) => role);
    const join = async () => {
      const member = await service.server.signUp();
      expect((await admin.fetch(`${org}/invite`, invitation(member.email))).status).toBe(201);
      const pending = await admin.json<{ invitations: { id: string; email: string }[] }>("GET", `${org}/invitations/pending`);
      const { id } = pending.body.invitations.find(({ email }) => email === member.email) ?? {};
      await service.sql(`update auth.user set email_verified = true where email = '${member.email}'`);
      const asUser = { authorization: `Bearer ${member.userToken}` };
      expect((await admin.fetch(`/invitation/${id}/accept`, { method: "POST", headers: asUser })).status).toBe(200);
      const minted = await admin.fetch(`${org}/auth`, { headers: asUser });
      const { token, aud } = (await minted.json()) as { token: string; aud: { role: string } };
      expect(aud.role).toBe("viewer");
      return { ...member, asMember: { authorization: `Bearer ${token}` } };
    };

    const [first, second] = [await join(), await join()];
    expect((await roles()).toSorted()).toEqual(["admin", "viewer", "viewer"]);
    expect((await admin.fetch(`${org}/role`, json("PATCH", { userId: first.userId, role: "editor" }))).status).toBe(200);
    expect((await roles()).toSorted()).toEqual(["admin", "editor", "viewer"]);
    expect((await admin.fetch(`${org}/member/${first.userId}/leave`, { method: "DELETE" })).status).toBe(200);
    expect((await admin.fetch(`${org}/leave`, { method: "DELETE", headers: second.asMember })).status).toBe(200);
    expect(await roles()).toEqual(["admin"]);
  });

  test("Sessions may be revoked only by their owner.", async () => {
    const [{ second, token }, stranger] = [await twoSessions(), await signUp()];
    expect((await stranger.post("/revoke-session", { token })).status).toBe(400);
    await stranger.post("/revoke-other-sessions");
    await stranger.post("/revoke-sessions");
    expect((await visitor().post("/revoke-session", { token })).status).toBe(401);
    expect((await stored(second)).session.token).toBe(token);
  });

  test("A sensitive action needs a fresh session.", async () => {
    const [client, device] = [await signUp(), visitor()];
    const { token } = (await stored(client)).session;
    passSeconds(DAY_SECONDS + 1);
    const refused = { status: 403, body: { message: "Session is not fresh" } };
    const actions: [path: string, body: object][] = [
      ["/revoke-session", { token }],
      ["/revoke-session", { token: "unknown" }],
      ["/revoke-sessions", {}],
      ["/revoke-other-sessions", {}],
      ["/change-email", { newEmail: "countess@example.com" }],
      ["/link-social", { provider: "github" }],
      ["/unlink-account", { accountId: "any" }],
    ];
    expect(await client.get("/list-sessions")).toMatchObject(refused);
    for (const [path, body] of actions) expect([path, await client.post(path, body)]).toMatchObject([path, refused]);
    expect((await client.post("/delete-user")).body.message).toBe("Session expired. Re-authenticate to perform this action.");
    expect((await stored(client)).session.token).toBe(token);

    const late = (await device.post("/device/code", { client_id: "callwright-cli" })).body;
    await client.get(`/device?user_code=${late.user_code}`);
    // Reading the code has used the session, which makes it fresh.
    await service.sql("update auth.session set updated_at = updated_at - interval '2 days'");
    expect(await client.post("/device/approve", { userCode: late.user_code })).toMatchObject(refused);
    expect((await client.post("/device/deny", { userCode: late.user_code })).status).toBe(200);
  });
});

describe("7. The calls it makes: authentication service (base path /api/auth, default)", () => {
  test("GET /get-session (query: disableCookieCache, disableRefresh)", async () => {
    const client = await signUp();
    const { person } = client;
    await service.sql(`update auth.user set name = 'Countess' where email = '${person.email}'`);
    const nameWith = async (query: string) => (await client.get(`/get-session${query}`)).body.user.name;
    expect(await nameWith("?disableCookieCache=false&disableRefresh=true")).toBe("Ada");
    expect(await nameWith("?disableCookieCache=true&disableRefresh=true")).toBe("Countess");
    expect((await client.get("/get-session?disableRefresh=perhaps")).status).toBe(400);
  });

  test("POST /sign-out", async () => {
    const client = await signUp();
    const { cookies } = client;
    const kept = new Map(cookies);
    expect((await client.post("/sign-out")).body).toEqual({ success: true });
    for (const [name, value] of kept) cookies.set(name, value);
    expect(await stored(client)).toBeNull();
  });

  test("POST /revoke-session (body: token)", async () => {
    const { first, second, token } = await twoSessions();
    expect((await first.post("/revoke-session", { token })).body).toEqual({ status: true });
    expect(await stored(second)).toBeNull();
    expect(await listSessions(first)).toHaveLength(1);
  });

  test("POST /revoke-sessions", async () => {
    const { first, second } = await twoSessions();
    expect((await first.post("/revoke-sessions")).body).toEqual({ status: true });
    expect([await stored(first), await stored(second)]).toEqual([null, null]);
  });

  test("POST /revoke-other-sessions", async () => {
    const { first, second } = await twoSessions();
    expect((await first.post("/revoke-other-sessions")).body).toEqual({ status: true });
    expect(await stored(second)).toBeNull();
    expect((await stored(first)).user.email).toBe(first.person.email);
  });

  test("POST /delete-user", async () => {
    const [fresh, stale] = [await signUp(), await signUp()];
    expect((await fresh.post("/delete-user")).body).toMatchObject({ success: true });
    expect((await visitor().post("/sign-in/email", fresh.person)).status).toBe(401);
    passSeconds(2 * DAY_SECONDS);
    expect((await stale.post("/delete-user", { password: "another password" })).status).toBe(400);
    expect((await stale.post("/delete-user", { password: stale.person.password })).body).toMatchObject({ success: true });
    expect(await stored(stale)).toBeNull();
  });

  test("Sign-in, sign-up, update-user and verify-email calls refresh the session.", async () => {
    const client = await signUp();
    const cached = async () => (await client.get("/get-session")).body.user;
    expect(await cached()).toMatchObject({ name: "Ada", emailVerified: false });
    await client.post("/update-user", { name: "Countess" });
    expect(await cached()).toMatchObject({ name: "Countess" });
    await client.get(`/verify-email?token=${service.mailedToken()}`);
    expect(await cached()).toMatchObject({ name: "Countess", emailVerified: true });
    const before = (await stored(client)).session.token;
    await client.post("/sign-in/email", client.person);
    expect((await client.get("/get-session")).body.session.token).not.toBe(before);
  });

  test("Device authorization: POST /device/code, POST /device/token, GET /device, POST /device/approve, POST /device/deny.", async () => {
    const person = await signUp();
    const device = visitor();
    const request = async () => (await device.post("/device/code", { client_id: "callwright-cli" })).body;
    const poll = (device_code: string) =>
      device.post("/device/token", {
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        device_code,
        client_id: "callwright-cli",
      });

    const code = await request();
    expect((await poll(code.device_code)).body.error).toBe("authorization_pending");
    expect((await poll(code.device_code)).body.error).toBe("slow_down");
    expect((await person.get(`/device?user_code=${code.user_code}`)).body).toMatchObject({ status: "pending" });
    expect((await person.post("/device/approve", { userCode: code.user_code })).body).toEqual({ success: true });
    passSeconds(5);
    expect((await poll(code.device_code)).body).toMatchObject({ token_type: "Bearer", access_token: expect.any(String) });

    const denied = await request();
    await person.get(`/device?user_code=${denied.user_code}`);
    expect((await person.post("/device/deny", { userCode: denied.user_code })).body).toEqual({ success: true });
    expect((await poll(denied.device_code)).body.error).toBe("access_denied");

    const late = await request();
    passSeconds(16 * 60);
    expect((await poll(late.device_code)).body.error).toBe("expired_token");
  });
});

function json(method: string, body: unknown): RequestInit {
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

function invitation(email: string): RequestInit {
  return json("POST", { emails: [email], role: "viewer" });
}
