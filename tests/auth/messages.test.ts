import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authClient } from "../../apps/server/src/testing/auth-client.ts";
import { type FakeMailServer, startFakeMailServer } from "../../apps/server/src/testing/fake-mail-server.ts";
import { type OidcServer, oidcSettings, startOidcServer } from "../../apps/server/src/testing/oidc-server.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import { DAY_SECONDS, useAuthService } from "./auth-service.ts";
import { AUTHENTICATION_MESSAGES } from "./authentication-messages.ts";

/** Section 8 of the specification: for each message, a request to a real server that is answered with exactly that text. */

/** Where people may sign in besides: an OpenID Connect provider, and GitHub, which knows no id tokens. */
let oidc: OidcServer;
beforeAll(async () => {
  oidc = await startOidcServer();
});
afterAll(() => oidc.close());

const service = useAuthService(() => ({ config: { socialSignIn: oidcSettings(oidc) } }));
const { signUp, visitor, passSeconds, sql } = service;

/** The requests that lead to a message. */
type Asking = () => Promise<{ status: number; body: { message: string } }>;

/** While `ask` runs, the database keeps no row of this kind, or answers with an error. */
async function whileDatabase(what: "ignores" | "refuses", event: string, table: string, ask: Asking): ReturnType<Asking> {
  const body = what === "ignores" ? "return null;" : "raise exception 'the disk is full';";
  await sql(`create function auth.obstacle() returns trigger language plpgsql as $$ begin ${body} end $$`);
  await sql(`create trigger obstacle before ${event} on auth.${table} for each row execute function auth.obstacle()`);
  try {
    return await ask();
  } finally {
    await sql("drop function auth.obstacle() cascade");
  }
}

const aged = async () => {
  const client = await signUp();
  passSeconds(DAY_SECONDS + 1);
  return client;
};

const ASKING: Record<string, Asking> = {
  "User not found": async () => {
    const client = await signUp();
    const token = service.mailedToken();
    await client.post("/delete-user");
    return visitor().get(`/verify-email?token=${token}`);
  },
  "Failed to create user": () =>
    whileDatabase("ignores", "insert", "user", () =>
      visitor().post("/sign-up/email", { email: "nobody@example.com", password: "a long password", name: "Nobody" }),
    ),
  "Failed to create session": async () => {
    const { person } = await signUp();
    return whileDatabase("ignores", "insert", "session", () => visitor().post("/sign-in/email", person));
  },
  "Failed to update user": async () => {
    const client = await signUp();
    return whileDatabase("refuses", "update", "user", () => client.post("/update-user", { name: "Countess" }));
  },
  "Failed to get session": async () => {
    const client = await aged();
    return whileDatabase("refuses", "update", "session", () => client.get("/get-session"));
  },
  "Invalid password": async () => (await signUp()).post("/delete-user", { password: "another password" }),
  "Invalid email": () => visitor().post("/sign-in/email", { email: "ada", password: "a long password" }),
  "Invalid email or password": async () => {
    const { person } = await signUp();
    return visitor().post("/sign-in/email", { ...person, password: "another password" });
  },
  "Provider not found": () => visitor().post("/sign-in/social", { provider: "google" }),
  "Social account already linked": async () => {
    oidc.person = { sub: "linked", email: "linked@example.com", email_verified: true };
    const idToken = { token: await oidc.idToken("oidc") };
    expect((await visitor().post("/sign-in/social", { provider: "oidc", idToken })).status).toBe(200);
    return (await signUp()).post("/link-social", { provider: "oidc", idToken });
  },
  "id_token not supported": () => visitor().post("/sign-in/social", { provider: "github", idToken: { token: "any" } }),
  "User email not found": async () => {
    oidc.person = { sub: "without-address" };
    return visitor().post("/sign-in/social", { provider: "microsoft", idToken: { token: await oidc.idToken("microsoft") } });
  },
  "Invalid token": () => visitor().post("/reset-password", { token: "wrong", newPassword: "a long password" }),
  "Failed to get user info": () => visitor().get("/delete-user/callback?token=any"),
  "Email not verified": async () => {
    const person = { email: "ada@example.com", password: "a long password", name: "Ada" };
    const client = authClient(mailing.url);
    await client.post("/sign-up/email", person);
    return client.post("/sign-in/email", person);
  },
  "Password too short": () => visitor().post("/sign-up/email", { email: "short@example.com", password: "short", name: "Ada" }),
  "Password too long": () =>
    visitor().post("/sign-up/email", { email: "long@example.com", password: "x".repeat(129), name: "Ada" }),
  "User already exists. Use another email.": async () => {
    const { person } = await signUp();
    return visitor().post("/sign-up/email", person);
  },
  "Email can not be updated": async () => (await signUp()).post("/update-user", { email: "another@example.com" }),
  "Credential account not found": async () => {
    // Like a person who signed up without a password.
    const client = await signUp();
    await sql(`delete from auth.account a using auth.user u where u.id = a.user_id and u.email = '${client.person.email}'`);
    return client.post("/change-password", { currentPassword: "a long password", newPassword: "another password" });
  },
  "Session expired. Re-authenticate to perform this action.": async () => (await aged()).post("/delete-user"),
  "You can't unlink your last account": async () => (await signUp()).post("/unlink-account", { accountId: "any" }),
  "Account not found": async () => (await signUp()).post("/get-access-token", { accountId: "any" }),
  "User already has a password. Provide that to delete the account.": async () =>
    (await signUp()).post("/delete-user", { password: "" }),
};

let mailServer: FakeMailServer;
/** A server that sends mails, and therefore requires verified addresses. */
let mailing: TestServer;
beforeAll(async () => {
  mailServer = await startFakeMailServer();
  mailing = await startTestServer({ config: { smtp: { url: mailServer.url, from: "voice@example.com" }, publicUrl: undefined } });
});
afterAll(async () => {
  await mailing.close();
  await mailServer.close();
});

describe("8. The error catalogue: authentication messages", () => {
  test.each(Object.keys(ASKING))("%s", async (message) => {
    const { status, body } = (await ASKING[message]?.()) ?? {};
    expect(body?.message).toBe(message);
    expect(status).toBeGreaterThanOrEqual(400);
  });

  test("each is shown above", () => {
    expect(Object.keys(ASKING).toSorted()).toEqual([...AUTHENTICATION_MESSAGES].toSorted());
  });

  test("each is the library's, to the letter", async () => {
    const { resolve } = createRequire(new URL("../../apps/server/src/main.ts", import.meta.url));
    const { BASE_ERROR_CODES } = (await import(pathToFileURL(resolve("better-auth")).href)) as {
      BASE_ERROR_CODES: Record<string, { message: string }>;
    };
    const known = Object.values(BASE_ERROR_CODES).map(({ message }) => message);
    expect(known).toEqual(expect.arrayContaining([...AUTHENTICATION_MESSAGES]));
  });
});

describe("8. The error catalogue: session errors", () => {
  test("Unauthorized when there is no session.", async () => {
    for (const path of ["/revoke-sessions", "/revoke-other-sessions", "/delete-user", "/update-user", "/change-password"]) {
      const body = { name: "Ada", currentPassword: "a long password", newPassword: "another password" };
      expect(await visitor().post(path, body)).toMatchObject({ status: 401, body: { message: "Unauthorized" } });
    }
    expect(await visitor().get("/list-sessions")).toMatchObject({ status: 401, body: { message: "Unauthorized" } });
  });

  test("Forbidden, 'Session is not fresh', when the session is too old for a sensitive action.", async () => {
    const client = await aged();
    expect(await client.get("/list-sessions")).toMatchObject({ status: 403, body: { message: "Session is not fresh" } });
  });

  test("Bad request, 'Session not found', when revoking an unknown token.", async () => {
    const client = await signUp();
    expect(await client.post("/revoke-session", { token: "unknown" })).toMatchObject({
      status: 400,
      body: { message: "Session not found" },
    });
  });

  test("Internal server error when revoking fails.", async () => {
    const client = await signUp();
    const { token } = (await client.get("/get-session")).body.session;
    for (const path of ["/revoke-session", "/revoke-sessions"]) {
      const failed = await whileDatabase("refuses", "delete", "session", () => client.post(path, { token }));
      expect(failed).toMatchObject({ status: 500, body: { message: "Internal Server Error" } });
    }
    expect((await client.get("/get-session?disableCookieCache=true")).body.session.token).toBe(token);
  });
});
