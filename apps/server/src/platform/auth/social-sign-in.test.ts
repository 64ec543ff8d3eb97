import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthClient, authClient } from "../../testing/auth-client.ts";
import { type OidcServer, oidcSettings, startOidcServer } from "../../testing/oidc-server.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { account, invitation, session, user } from "./tables.ts";

/** Signing in with another service, against an OpenID Connect provider that runs here. */

let oidc: OidcServer;
let server: TestServer;
let browser: AuthClient;
let people = 0;

beforeAll(async () => {
  oidc = await startOidcServer();
  server = await startTestServer({ config: { socialSignIn: oidcSettings(oidc) } });
});
afterAll(async () => {
  await server.close();
  await oidc.close();
});
beforeEach(() => {
  people += 1;
  oidc.person = { sub: `sub-${people}`, email: `person-${people}@example.com`, email_verified: true, name: `Person ${people}` };
  oidc.refusal = undefined;
  browser = authClient(server.url);
});

const PASSWORD = "a long password";

/** From a button to where the person lands: by our server, the provider's, and ours again. */
async function goThrough(at: AuthClient, start: string, provider = "oidc", url = server.url): Promise<URL> {
  const { status, body } = await at.post(start, { provider, callbackURL: "/assistants", errorCallbackURL: "/sign-in-failed" });
  expect([status, body.message]).toEqual([200, undefined]);
  const there = await fetch((body as unknown as { url: string }).url, { redirect: "manual" });
  const back = new URL(there.headers.get("location") ?? "");
  expect(back.href.startsWith(`${url}/api/auth/callback/${provider}?`)).toBe(true);
  const landed = await at.get(back.href.slice(`${url}/api/auth`.length));
  expect(landed.status).toBe(302);
  return new URL(landed.headers.get("location") ?? "", url);
}

const signIn = (at = browser, provider = "oidc") => goThrough(at, "/sign-in/social", provider);
const link = (at = browser, provider = "oidc") => goThrough(at, "/link-social", provider);
const whoIs = async (at = browser) => (await at.get("/get-session?disableCookieCache=true")).body?.user;
const errorOf = ({ pathname, searchParams }: URL) => [pathname, searchParams.get("error")];
const accountsOf = async (providerId: string) =>
  server.context.db
    .select()
    .from(account)
    .where(and(eq(account.providerId, providerId), eq(account.accountId, oidc.person.sub)));
const verify = (emailVerified: boolean) =>
  server.context.db
    .update(user)
    .set({ emailVerified })
    .where(eq(user.email, oidc.person.email ?? ""));
const signUp = async () => {
  const at = authClient(server.url);
  const answer = await at.post("/sign-up/email", { email: oidc.person.email, password: PASSWORD, name: "First here" });
  expect(answer.status).toBe(200);
  return at;
};

describe("signing in", () => {
  test.each(["oidc", "microsoft"])("%s: makes an account, and finds it again", async (provider) => {
    expect((await signIn(browser, provider)).pathname).toBe("/assistants");
    const { id, ...person } = await whoIs();
    expect(person).toMatchObject({ email: oidc.person.email, name: oidc.person.name, emailVerified: true });
    const elsewhere = authClient(server.url);
    await signIn(elsewhere, provider);
    expect((await whoIs(elsewhere)).id).toBe(id);
  });

  test("a provider is told what protects the answer, and where to send people back", async () => {
    const answer = await browser.post("/sign-in/social", { provider: "github", callbackURL: "/assistants" });
    const { origin, pathname, searchParams } = new URL((answer.body as unknown as { url: string }).url);
    expect(origin + pathname).toBe("https://github.com/login/oauth/authorize");
    expect(searchParams.get("client_id")).toBe("github-client");
    expect(searchParams.get("redirect_uri")).toBe(`${server.url}/api/auth/callback/github`);
    expect(searchParams.get("state")).toHaveLength(32);
  });

  test("an answer that this browser did not ask for signs nobody in", async () => {
    const start = await browser.post("/sign-in/social", { provider: "oidc", callbackURL: "/assistants" });
    const there = await fetch((start.body as unknown as { url: string }).url, { redirect: "manual" });
    const back = (there.headers.get("location") ?? "").slice(`${server.url}/api/auth`.length);
    const stranger = authClient(server.url);
    const landed = await stranger.get(back);
    expect(errorOf(new URL(landed.headers.get("location") ?? "", server.url))).toEqual(["/sign-in-failed", "state_mismatch"]);
    expect(await whoIs(stranger)).toBeUndefined();
    // The same answer does not work a second time either.
    expect((await browser.get(back)).headers.get("location")).toBe("/assistants");
    expect(errorOf(new URL((await browser.get(back)).headers.get("location") ?? "", server.url))[0]).toBe("/sign-in-failed");
  });

  test("what goes wrong there lands on our page", async () => {
    oidc.refusal = "access_denied";
    expect(errorOf(await signIn())).toEqual(["/sign-in-failed", "access_denied"]);
    oidc.refusal = undefined;
    oidc.person = { sub: "no-address" };
    expect(errorOf(await signIn())).toEqual(["/sign-in-failed", "email_not_found"]);
  });

  test("a person without a name gets one, and a picture that is too long is left out", async () => {
    oidc.person = { ...oidc.person, name: "", picture: `https://example.com/${"p".repeat(4000)}` };
    await signIn();
    expect(await whoIs()).toMatchObject({ name: `person-${people}`, image: null });
  });
});

describe("accounts of one address", () => {
  test("are linked when both sides have verified it", async () => {
    await signUp();
    await verify(true);
    expect((await signIn()).pathname).toBe("/assistants");
    expect(await accountsOf("oidc")).toHaveLength(1);
  });

  test.each([
    ["here", false, true],
    ["there", true, false],
  ])("are not when it is not verified %s: the password is asked for", async (_, isVerifiedHere, isVerifiedThere) => {
    await signUp();
    await verify(isVerifiedHere);
    oidc.person.email_verified = isVerifiedThere;
    expect(errorOf(await signIn())).toEqual(["/sign-in-failed", "account_not_linked"]);
    expect(await whoIs()).toBeUndefined();
    expect(await accountsOf("oidc")).toEqual([]);
  });

  test("an invitation's link verifies nothing: who registers a stranger's address first is not linked to them", async () => {
    const admin = await server.signUp();
    await admin.fetch(`/org/${admin.orgId}/invite`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ emails: [oidc.person.email], role: "viewer" }),
    });
    type Pending = { invitations: { id: string; email: string; link: string }[] };
    const { body } = await admin.json<Pending>("GET", `/org/${admin.orgId}/invitations/pending`);
    const { id = "", link: address = "" } = body.invitations.find(({ email }) => email === oidc.person.email) ?? {};
    const registrar = await server.signUp({ email: oidc.person.email ?? "" });
    const accepted = await fetch(`${server.url}/invitation/${id}/accept`, {
      method: "POST",
      headers: { authorization: `Bearer ${registrar.userToken}`, "content-type": "application/json" },
      body: JSON.stringify({ secret: address.split("#")[1] }),
    });
    expect(accepted.status).toBe(200);
    expect(errorOf(await signIn())).toEqual(["/sign-in-failed", "account_not_linked"]);
  });

  test("a new password by mail takes out what a stranger linked before the address was proven", async () => {
    oidc.person.email_verified = false;
    await signIn();
    expect((await whoIs()).emailVerified).toBe(false);
    const owner = authClient(server.url);
    await owner.post("/request-password-reset", { email: oidc.person.email });
    const mail = server.context.mailer.outbox
      ?.list()
      .find(({ to, subject }) => to === oidc.person.email && /password/.test(subject));
    const token = /token=(\S+)/.exec(mail?.text ?? "")?.[1];
    expect((await owner.post("/reset-password", { newPassword: PASSWORD, token })).status).toBe(200);
    expect(await accountsOf("oidc")).toEqual([]);
  });
});

describe("linking and unlinking", () => {
  test("a person links an account, signs in with it, and unlinks it", async () => {
    const at = await signUp();
    expect((await link(at)).pathname).toBe("/assistants");
    const elsewhere = authClient(server.url);
    await signIn(elsewhere);
    expect((await whoIs(elsewhere)).id).toBe((await whoIs(at)).id);
    const [linked] = await accountsOf("oidc");
    expect((await at.post("/unlink-account", { accountId: linked?.id })).status).toBe(200);
    expect(await accountsOf("oidc")).toEqual([]);
  });

  test("one of another address, and one that somebody else has, are refused", async () => {
    const at = await signUp();
    oidc.person = { ...oidc.person, email: "another@example.com" };
    expect(errorOf(await link(at))).toEqual(["/sign-in-failed", "email_does_not_match"]);
    await signIn(authClient(server.url));
    // The account's address has changed since.
    oidc.person.email = `person-${people}@example.com`;
    expect(errorOf(await link(at))).toEqual(["/sign-in-failed", "account_already_linked_to_different_user"]);
  });

  test("a stale session links and unlinks nothing", async () => {
    const at = await signUp();
    await server.context.db.update(session).set({ updatedAt: new Date(Date.now() - 2 * 86_400_000) });
    for (const path of ["/link-social", "/unlink-account"])
      expect((await at.post(path, { provider: "oidc", accountId: "x" })).body.message).toBe("Session is not fresh");
  });
});

describe("who may have an account", () => {
  test("a closed server makes none for strangers, one for who is invited, and one for the first", async () => {
    const closed = await startTestServer({ config: { socialSignIn: oidcSettings(oidc), signUp: "first" } });
    const go = () => goThrough(authClient(closed.url), "/sign-in/social", "oidc", closed.url);
    try {
      expect((await go()).pathname).toBe("/assistants");
      const [first] = await closed.context.db.select().from(user);
      oidc.person = { ...oidc.person, sub: "stranger", email: "stranger@example.com" };
      expect(errorOf(await go())).toEqual(["/sign-in-failed", "sign-up-closed"]);
      const [org] = (await closed.context.db.execute("select id from auth.organization")).rows as { id: string }[];
      await closed.context.db.insert(invitation).values({
        id: crypto.randomUUID(),
        organizationId: org?.id ?? "",
        inviterId: first?.id ?? "",
        email: "stranger@example.com",
        expiresAt: new Date(Date.now() + 60_000),
      });
      expect((await go()).pathname).toBe("/assistants");
    } finally {
      await closed.close();
    }
  });

  test("what is not configured is no button and no way in", async () => {
    const plain = await startTestServer();
    try {
      const status = async (url: string) => (await (await fetch(`${url}/server-status`)).json()) as { socialProviders: object[] };
      expect((await status(plain.url)).socialProviders).toEqual([]);
      expect((await status(server.url)).socialProviders).toEqual([
        { id: "github", name: "GitHub" },
        { id: "microsoft", name: "Microsoft" },
        { id: "oidc", name: "Test identity" },
      ]);
      expect((await authClient(plain.url).post("/sign-in/social", { provider: "oidc" })).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});

test("tokens of other services rest sealed, and are opened for their owner", async () => {
  await signIn();
  const [row] = await accountsOf("oidc");
  for (const token of [row?.accessToken, row?.refreshToken, row?.idToken]) {
    expect(token?.length).toBeGreaterThan(20);
    expect(oidc.secrets).not.toContain(token);
  }
  expect(row?.scope).toContain("openid");
  expect(row?.accessTokenExpiresAt?.getTime()).toBeGreaterThan(Date.now());
  const { body } = await browser.post("/get-access-token", { accountId: row?.id });
  const opened = body as unknown as { accessToken: string; idToken: string };
  expect(oidc.secrets).toEqual(expect.arrayContaining([opened.accessToken, opened.idToken]));
});

test("an issuer that hangs while the server starts holds up nobody, and is asked when it is needed", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { oidc: settings } = oidcSettings({ ...oidc, issuer: `http://127.0.0.1:${port}` });
  const none = { google: undefined, github: undefined, microsoft: undefined };
  const waiting = await startTestServer({ config: { socialSignIn: { ...none, oidc: settings } } });
  const person = { email: "early@example.com", password: PASSWORD, name: "Early" };
  expect((await authClient(waiting.url).post("/sign-up/email", person)).status).toBe(200);
  silent.close();
  await once(silent, "close");
  const late = await startOidcServer({ port });
  try {
    late.person = oidc.person;
    expect((await goThrough(authClient(waiting.url), "/sign-in/social", "oidc", waiting.url)).pathname).toBe("/assistants");
  } finally {
    await waiting.close();
    await late.close();
  }
});
