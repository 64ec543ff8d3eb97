import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AuthClient } from "../../apps/server/src/testing/auth-client.ts";
import { DAY_SECONDS, useAuthService } from "./auth-service.ts";

/** Sections 4 and 5 of the specification: a session's life, and the cookie that caches it. */

const service = useAuthService();
const strict = useAuthService({ config: { strictFreshSessions: true } });
const { signUp, visitor, passSeconds, sql } = service;

const HOUR_SECONDS = 3600;
/** Reads without the cookie cache. */
const STORED = "disableCookieCache=true";

const expiryOf = async ({ get }: Pick<AuthClient, "get">, query = STORED) =>
  Date.parse((await get(`/get-session?${query}`)).body.session.expiresAt);

describe("4. States and transitions: auth session", () => {
  test("A session near expiry (update age reached) is refreshed and its expiry extended.", async () => {
    const client = await signUp();
    const signedUp = await expiryOf(client);
    passSeconds(DAY_SECONDS - 60);
    expect(await expiryOf(client)).toBe(signedUp);
    passSeconds(120);
    const { headers, body } = await client.get("/get-session");
    expect(Date.parse(body.session.expiresAt)).toBeGreaterThanOrEqual(signedUp + DAY_SECONDS * 1000);
    expect(headers.getSetCookie().join()).toContain("callwright.session_token=");
    // A session that is used within its seven days never ends.
    for (let visit = 0; visit < 3; visit++) {
      passSeconds(6 * DAY_SECONDS);
      expect((await client.get("/get-session")).body.session.token).toBe(body.session.token);
    }
  });

  test("This does not happen if refresh is disabled or the remember-me opt-out cookie is set.", async () => {
    const client = await signUp();
    const { person } = client;
    const signedUp = await expiryOf(client);
    passSeconds(2 * DAY_SECONDS);
    expect(await expiryOf(client, "disableRefresh=true")).toBe(signedUp);
    expect(await expiryOf(client, "disableRefresh=false")).toBeGreaterThan(signedUp);

    const forgetful = visitor();
    await forgetful.post("/sign-in/email", { ...person, rememberMe: false });
    expect(forgetful.cookies.has("callwright.dont_remember")).toBe(true);
    const signedIn = await expiryOf(forgetful);
    passSeconds(20 * HOUR_SECONDS);
    expect(await expiryOf(forgetful)).toBe(signedIn);
    forgetful.cookies.delete("callwright.dont_remember");
    expect(await expiryOf(forgetful)).toBeGreaterThan(signedIn);
  });

  test("An expired or missing session clears cookies and yields null.", async () => {
    const expired = await signUp();
    passSeconds(8 * DAY_SECONDS);
    expect((await expired.get("/get-session")).body).toBeNull();
    expect(sessionCookies(expired)).toEqual([]);

    const missing = await signUp();
    await sql(`delete from auth.session where token = '${(await missing.get("/get-session")).body.session.token}'`);
    expect((await missing.get(`/get-session?${STORED}`)).body).toBeNull();
    expect(sessionCookies(missing)).toEqual([]);
    expect((await visitor().get("/get-session")).body).toBeNull();
  });

  test("The cookie cache of session data is signed.", async () => {
    const { cookies } = await signUp();
    const { session, expiresAt, signature } = readCache(cookies);
    const signed = createHmac("sha256", service.server.context.secrets.auth).update(JSON.stringify({ ...session, expiresAt }));
    expect(signature).toBe(signed.digest("base64url"));
  });

  test("It is discarded if the signature is invalid or it has expired.", async () => {
    const forging = await signUp();
    const cache = readCache(forging.cookies);
    cache.session.user.name = "Somebody else";
    forging.cookies.set(CACHE, Buffer.from(JSON.stringify(cache)).toString("base64url"));
    expect((await forging.get("/get-session")).body.user.name).toBe("Ada");

    const client = await signUp();
    await sql(`update auth.user set name = 'Countess' where email = '${client.person.email}'`);
    passSeconds(59);
    expect((await client.get("/get-session")).body.user.name).toBe("Ada");
    passSeconds(2);
    expect((await client.get("/get-session")).body.user.name).toBe("Countess");
  });

  test("A session counts as fresh when its last update time is within the fresh-age setting.", async () => {
    const client = await signUp();
    passSeconds(DAY_SECONDS - 60);
    expect((await client.get("/list-sessions")).status).toBe(200);
    passSeconds(120);
    expect(await client.get("/list-sessions")).toMatchObject(NOT_FRESH);
    await update(client, "updated_at", 0);
    expect((await client.get("/list-sessions")).status).toBe(200);
    await update(client, "updated_at", DAY_SECONDS);
    expect(await client.get("/list-sessions")).toMatchObject(NOT_FRESH);
  });

  test("When it was created does not count.", async () => {
    const client = await signUp();
    await update(client, "created_at", 5 * DAY_SECONDS);
    expect((await client.get("/list-sessions")).status).toBe(200);
    expect((await client.post("/delete-user")).status).toBe(200);
  });

  test("What the cookie cache holds does not count: not an earlier update, and not a later one.", async () => {
    const client = await signUp();
    const { cookies } = client;
    const fresh = cookies.get(CACHE) ?? "";
    await update(client, "updated_at", 2 * DAY_SECONDS);
    expect(await client.get("/list-sessions")).toMatchObject(NOT_FRESH);
    cookies.set(CACHE, fresh);
    expect(await client.get("/list-sessions")).toMatchObject(NOT_FRESH);

    await client.get(`/get-session?${STORED}`);
    const stale = cookies.get(CACHE) ?? "";
    expect(stale).not.toBe(fresh);
    await update(client, "updated_at", 0);
    cookies.set(CACHE, stale);
    expect((await client.get("/list-sessions")).status).toBe(200);
  });

  test("Use that extends its expiry updates it; the sensitive request itself comes too late for that.", async () => {
    const client = await signUp();
    passSeconds(DAY_SECONDS + 60);
    expect(await client.get("/list-sessions")).toMatchObject(NOT_FRESH);
    await client.get("/get-session");
    expect((await client.get("/list-sessions")).status).toBe(200);
  });

  test("With STRICT_FRESH_SESSIONS use is no update: a session that somebody left open does not stay fresh.", async () => {
    const client = await strict.signUp();
    const { updatedAt } = (await client.get("/get-session")).body.session;
    const before = await expiryOf(client);
    for (let day = 0; day < 3; day++) {
      passSeconds(DAY_SECONDS + 60);
      const { session } = (await client.get("/get-session")).body;
      expect(session.updatedAt).toBe(updatedAt);
      expect(await client.get("/list-sessions")).toMatchObject(NOT_FRESH);
    }
    expect(await expiryOf(client)).toBeGreaterThanOrEqual(before + 3 * DAY_SECONDS * 1000);
    // Also if the sensitive request itself extends the session.
    passSeconds(DAY_SECONDS + 60);
    expect(await client.get("/list-sessions")).toMatchObject(NOT_FRESH);
    expect((await client.get("/get-session")).body.session.updatedAt).toBe(updatedAt);
  });

  test("Signing in and changing the password make it fresh.", async () => {
    const client = await signUp();
    passSeconds(2 * DAY_SECONDS);
    await client.post("/sign-in/email", client.person);
    expect((await client.get("/list-sessions")).status).toBe(200);
    passSeconds(2 * DAY_SECONDS);
    expect(await client.get("/list-sessions")).toMatchObject(NOT_FRESH);
    const change = { currentPassword: client.person.password, newPassword: "another long password" };
    expect((await client.post("/change-password", change)).status).toBe(200);
    expect((await client.get("/list-sessions")).status).toBe(200);
  });
});

describe("5. Validation rules", () => {
  const ADVICE =
    /^The session data would have \d+ characters, and the cookie holds 4093\. Please disable session cookie caching or reduce the size of the session data/;

  test("Session cookie cache data larger than 4093 characters is rejected.", async () => {
    const client = await signUp();
    const before = client.cookies.get(CACHE);
    expect((await client.post("/update-user", { image: `https://example.com/${"i".repeat(4093)}` })).status).toBe(400);
    expect(client.cookies.get(CACHE)).toBe(before);
    const { person } = client;
    expect(
      (await visitor().post("/sign-up/email", { ...person, email: "long@example.com", name: "N".repeat(4093) })).status,
    ).toBe(400);
    expect((await visitor().post("/sign-in/email", { ...person, email: "long@example.com" })).status).toBe(401);
  });

  test("The message says to disable session cookie caching or reduce the size of the session data.", async () => {
    const client = await signUp();
    expect((await client.post("/update-user", { name: "N".repeat(4093) })).body.message).toMatch(ADVICE);
  });

  test("Revoking a session requires a token string, and the session must belong to the current user.", async () => {
    const [client, stranger] = [await signUp(), await signUp()];
    for (const body of [{}, { token: 5 }, { token: null }]) expect((await client.post("/revoke-session", body)).status).toBe(400);
    const { token } = (await stranger.get("/get-session")).body.session;
    expect((await client.post("/revoke-session", { token })).body.message).toBe("Session not found");
    expect((await stranger.get(`/get-session?${STORED}`)).body.session.token).toBe(token);
  });
});

const CACHE = "callwright.session_data";

const NOT_FRESH = { status: 403, body: { message: "Session is not fresh" } };

/** Moves the session's update or creation this far into the past. */
async function update(client: Pick<AuthClient, "get">, column: "created_at" | "updated_at", secondsAgo: number): Promise<void> {
  const at = new Date(Date.now() - secondsAgo * 1000).toISOString();
  const { token } = (await client.get("/get-session")).body.session;
  await sql(`update auth.session set ${column} = '${at}' where token = '${token}'`);
}

const sessionCookies = ({ cookies }: Pick<AuthClient, "cookies">) =>
  [...cookies.keys()].filter((name) => name.includes("session"));

function readCache(cookies: AuthClient["cookies"]): {
  session: { user: { name: string } };
  expiresAt: number;
  signature: string;
} {
  return JSON.parse(Buffer.from(cookies.get(CACHE) ?? "", "base64url").toString());
}
