import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type AuthClient, authClient, AUTH_PERSON as person } from "../../testing/auth-client.ts";
import { useOnePerson } from "../../testing/one-person.ts";
import { startTestServer } from "../../testing/start-test-server.ts";
import { session } from "./tables.ts";

const DAY_MS = 86_400_000;
const DATA = "callwright.session_data";
const TOKEN = "callwright.session_token";
const OPT_OUT = "callwright.dont_remember";
const OF_SESSIONS = [DATA, TOKEN, OPT_OUT];
/** Read directly from the database, without extending the session. */
const LOOK = "/get-session?disableCookieCache=true&disableRefresh=true";

const one = useOnePerson();
const { signIn } = one;

/** Makes everything about the sessions this much older. */
async function age(ms: number): Promise<void> {
  const seconds = sql.raw(`interval '${ms / 1000} seconds'`);
  await one.server.context.db.update(session).set({
    createdAt: sql`${session.createdAt} - ${seconds}`,
    updatedAt: sql`${session.updatedAt} - ${seconds}`,
    expiresAt: sql`${session.expiresAt} - ${seconds}`,
  });
}

const expiresAt = async () => Date.parse((await one.client.get(LOOK)).body.session.expiresAt);
const rename = (name: string) => one.server.context.db.execute(sql`update auth."user" set name = ${name}`);
const nameRead = async (path: string) => (await one.client.get(path)).body.user.name;

describe("refresh", () => {
  test("a session is not extended before its update age", async () => {
    await age(DAY_MS - 60_000);
    const before = await expiresAt();
    await one.client.get("/get-session?disableCookieCache=true");
    expect(await expiresAt()).toBe(before);
  });

  test("a session that has reached it is, with its cookie", async () => {
    await age(DAY_MS);
    const before = await expiresAt();
    const { headers } = await one.client.get("/get-session?disableCookieCache=true");
    expect(await expiresAt()).toBeGreaterThanOrEqual(before + DAY_MS);
    const cookie = headers.getSetCookie().find((each) => each.startsWith(`${TOKEN}=`));
    expect(cookie).toContain("Max-Age=604800");
  });

  test.each(["true", "1", "yes", "on", "y", "enabled", "TRUE"])("disableRefresh=%s leaves it as it is", async (word) => {
    await age(DAY_MS);
    const before = await expiresAt();
    await one.client.get(`/get-session?disableCookieCache=true&disableRefresh=${word}`);
    expect(await expiresAt()).toBe(before);
  });

  test.each(["false", "0", "no", "off", "n", "disabled", "False", ""])("disableRefresh=%s does not", async (word) => {
    await age(DAY_MS);
    const before = await expiresAt();
    await one.client.get(`/get-session?disableCookieCache=true&disableRefresh=${word}`);
    expect(await expiresAt()).toBeGreaterThan(before);
  });

  test("who does not want to be remembered has cookies that end with the browser, and no refresh", async () => {
    one.client = await signIn({ rememberMe: false });
    expect(one.client.cookies.has(OPT_OUT)).toBe(true);
    const signedIn = await authClient(one.server.url).post("/sign-in/email", { ...person, rememberMe: false });
    const cookies = signedIn.headers.getSetCookie().filter((cookie) => OF_SESSIONS.some((name) => cookie.startsWith(name)));
    expect(cookies).toHaveLength(3);
    for (const cookie of cookies) expect(cookie).not.toMatch(/Max-Age|Expires/i);
    await age(DAY_MS / 2);
    const before = await expiresAt();
    await one.client.get("/get-session?disableCookieCache=true");
    expect(await expiresAt()).toBe(before);
    await age(DAY_MS / 2);
    expect((await one.client.get("/get-session?disableCookieCache=true")).body).toBeNull();
  });

  test("no cookie lives longer than 400 days, however long a session shall", async () => {
    const long = await startTestServer({ config: { sessionSeconds: 500 * 86_400 } });
    try {
      const signedUp = await authClient(long.url).post("/sign-up/email", person);
      expect(signedUp.status).toBe(200);
      const ages = signedUp.headers.getSetCookie().map((cookie) => Number(/Max-Age=(\d+)/.exec(cookie)?.[1] ?? 0));
      expect(Math.max(...ages)).toBe(34_560_000);
    } finally {
      await long.close();
    }
  });

  test("a session of one day is refreshed within it", async () => {
    const short = await startTestServer({ config: { sessionSeconds: 86_400 } });
    try {
      const browser = authClient(short.url);
      await browser.post("/sign-up/email", person);
      const before = Date.parse((await browser.get(LOOK)).body.session.expiresAt);
      await short.context.db.update(session).set({ expiresAt: new Date(before - DAY_MS / 2) });
      await browser.get("/get-session?disableCookieCache=true");
      expect(Date.parse((await browser.get(LOOK)).body.session.expiresAt)).toBeGreaterThanOrEqual(before);
    } finally {
      await short.close();
    }
  });
});

describe("the cookie cache", () => {
  test("serves for 60 s what it holds, unless it is disabled", async () => {
    const set = (await one.client.get("/get-session?disableCookieCache=true")).headers.getSetCookie();
    expect(set.find((cookie) => cookie.startsWith(`${DATA}=`))).toContain("Max-Age=60");
    await rename("Changed");
    expect(await nameRead("/get-session")).toBe(person.name);
    for (const word of ["false", "0", "no", "off", "n", "disabled", ""])
      expect(await nameRead(`/get-session?disableCookieCache=${word}&disableRefresh=true`)).toBe(person.name);
    for (const word of ["true", "1", "yes", "on", "y", "enabled"])
      expect(await nameRead(`/get-session?disableCookieCache=${word}&disableRefresh=true`)).toBe("Changed");
    await rename(person.name);
  });

  test("a word that is neither true nor false is refused", async () => {
    const answer = await one.client.get("/get-session?disableCookieCache=perhaps");
    expect([answer.status, answer.body.message]).toEqual([400, "[query.disableCookieCache] must be true or false"]);
    expect((await one.client.get("/get-session?disableRefresh=true&disableRefresh=false")).status).toBe(400);
  });

  test("one whose signature is wrong is discarded", async () => {
    const data = JSON.parse(Buffer.from(one.client.cookies.get(DATA) ?? "", "base64url").toString());
    data.session.user.name = "Forged";
    one.client.cookies.set(DATA, Buffer.from(JSON.stringify(data)).toString("base64url"));
    expect(await nameRead("/get-session")).toBe(person.name);
    one.client.cookies.set(DATA, "nonsense");
    expect(await nameRead("/get-session")).toBe(person.name);
  });

  test("one that has expired is discarded, also where a browser still sends it", async () => {
    const cached = one.client.cookies.get(DATA) ?? "";
    const { expiresAt: until } = JSON.parse(Buffer.from(cached, "base64url").toString());
    expect(until - Date.now()).toBeLessThanOrEqual(60_000);
    await rename("Changed");
    const { now } = Date;
    Date.now = () => until + 1;
    try {
      expect(await nameRead("/get-session")).toBe("Changed");
    } finally {
      Date.now = now;
      await rename(person.name);
    }
  });
});

describe("a session that is over", () => {
  const CLEARED = [TOKEN, DATA];
  const cleared = (headers: Headers) =>
    headers
      .getSetCookie()
      .filter((cookie) => /Max-Age=0/i.test(cookie))
      .map((cookie) => cookie.split("=")[0]);

  test("is null when it has expired, clears its cookies and is forgotten", async () => {
    await age(7 * DAY_MS);
    const { body, headers } = await one.client.get("/get-session?disableCookieCache=true");
    expect(body).toBeNull();
    expect(cleared(headers)).toEqual(expect.arrayContaining(CLEARED));
    expect(await one.server.context.db.$count(session)).toBe(0);
  });

  test("is null when it is missing, and clears its cookies", async () => {
    await one.server.context.db.delete(session);
    const { body, headers } = await one.client.get("/get-session?disableCookieCache=true");
    expect(body).toBeNull();
    expect(cleared(headers)).toEqual(expect.arrayContaining(CLEARED));
    expect((await one.client.get("/get-session")).body).toBeNull();
  });

  test("is null for a cookie that was not signed here", async () => {
    one.client.cookies.set(TOKEN, `${(one.client.cookies.get(TOKEN) ?? "").split(".")[0]}.${"A".repeat(43)}%3D`);
    one.client.cookies.delete(DATA);
    expect((await one.client.get("/get-session")).body).toBeNull();
  });

  test("mints no user token, even while the cookie cache has it", async () => {
    expect((await one.client.get("/token")).status).toBe(200);
    await one.server.context.db.delete(session);
    expect((await one.client.get("/token")).status).toBe(401);
  });
});

describe("revoking", () => {
  const isOver = async (browser: AuthClient) => (await browser.get(LOOK)).body === null;
  const tokenOf = async (browser: AuthClient) => (await browser.get(LOOK)).body.session.token;

  test("one session ends that one", async () => {
    const [other, third] = [await signIn(), await signIn()];
    expect((await one.client.post("/revoke-session", { token: await tokenOf(other) })).body).toEqual({ status: true });
    expect([await isOver(one.client), await isOver(other), await isOver(third)]).toEqual([false, true, false]);
  });

  test("an unknown one and somebody else's are not found; without a token nothing is", async () => {
    const stranger = authClient(one.server.url);
    await stranger.post("/sign-up/email", { ...person, email: `${crypto.randomUUID()}@example.com` });
    for (const token of ["unknown", await tokenOf(stranger)]) {
      const answer = await one.client.post("/revoke-session", { token });
      expect([answer.status, answer.body.message]).toEqual([400, "Session not found"]);
    }
    expect(await isOver(stranger)).toBe(false);
    for (const body of [{}, { token: 5 }, { token: null }])
      expect((await one.client.post("/revoke-session", body)).status).toBe(400);
  });

  test("all others leaves this one", async () => {
    const other = await signIn();
    expect((await one.client.post("/revoke-other-sessions")).body).toEqual({ status: true });
    expect([await isOver(one.client), await isOver(other)]).toEqual([false, true]);
  });

  test("all ends this one too, and clears its cookies", async () => {
    const other = await signIn();
    expect((await one.client.post("/revoke-sessions")).body).toEqual({ status: true });
    expect([...one.client.cookies.keys()].filter((name) => OF_SESSIONS.includes(name))).toEqual([]);
    expect(await isOver(other)).toBe(true);
  });

  test("takes a session", async () => {
    const nobody = authClient(one.server.url);
    for (const path of ["/revoke-session", "/revoke-sessions", "/revoke-other-sessions"]) {
      const answer = await nobody.post(path, { token: "x" });
      expect([answer.status, answer.body.message]).toEqual([401, "Unauthorized"]);
    }
  });

  test("that fails is a 500", async () => {
    const { db } = one.server.context;
    const other = await tokenOf(await signIn());
    await db.execute(sql`create function auth.refuse() returns trigger as 'begin raise exception ''no''; end' language plpgsql`);
    await db.execute(sql`create trigger refuse before delete on auth.session execute function auth.refuse()`);
    try {
      for (const path of ["/revoke-session", "/revoke-sessions", "/revoke-other-sessions"])
        expect((await one.client.post(path, { token: other })).status).toBe(500);
    } finally {
      await db.execute(sql`drop function auth.refuse cascade`);
    }
    expect((await one.client.post("/revoke-session", { token: other })).status).toBe(200);
  });
});
