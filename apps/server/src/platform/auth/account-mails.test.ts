import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { authClient, AUTH_PERSON as person } from "../../testing/auth-client.ts";
import { type FakeMailServer, startFakeMailServer } from "../../testing/fake-mail-server.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { verification } from "./tables.ts";

let server: TestServer;
afterEach(() => server.close());

/** The newest mail in the outbox. */
function lastMail() {
  const [mail] = server.context.mailer.outbox?.list() ?? [];
  if (!mail) throw new Error("no mail");
  return mail;
}

const linkOf = ({ text }: { text: string }) => new URL(/https?:\/\/\S+[?]\S+/.exec(text)?.[0] ?? "");
const tokenOf = (mail: { text: string }) => linkOf(mail).searchParams.get("token") ?? "";

describe("without a mail server", () => {
  beforeEach(async () => {
    server = await startTestServer();
  });

  test("a new account is signed in at once, and its address can be verified", async () => {
    const client = authClient(server.url);
    expect((await client.post("/sign-up/email", person)).status).toBe(200);
    expect((await client.get("/get-session")).body.user).toMatchObject({ emailVerified: false });
    expect(lastMail()).toMatchObject({ to: person.email, subject: "Confirm your address" });
    const link = linkOf(lastMail());
    expect(link.origin + link.pathname).toBe(`${server.url}/verify-email`);
    expect((await client.get(`/verify-email?token=${tokenOf(lastMail())}`)).body).toMatchObject({ status: true });
    expect((await client.get("/get-session")).body.user).toMatchObject({ emailVerified: true });
    expect((await client.post("/send-verification-email", { email: person.email })).status).toBe(400);
  });

  test("a stranger's link signs nobody over to the stranger's account", async () => {
    const [stranger, client] = [authClient(server.url), authClient(server.url)];
    await stranger.post("/sign-up/email", { ...person, email: "mallory@example.com" });
    const token = tokenOf(lastMail());
    await client.post("/sign-up/email", person);
    const refused = await client.get(`/verify-email?token=${token}`);
    expect([refused.status, refused.body.code]).toEqual([401, "INVALID_USER"]);
    expect((await client.get("/get-session?disableCookieCache=true")).body.user.email).toBe(person.email);
    expect((await stranger.get("/get-session?disableCookieCache=true")).body.user.emailVerified).toBe(false);
    expect((await stranger.get(`/verify-email?token=${token}`)).status).toBe(200);
    expect((await client.get("/verify-email?token=nonsense")).body.code).toBe("INVALID_TOKEN");
  });

  test("links lead to the address that the person uses", async () => {
    const { port } = new URL(server.url);
    const client = authClient(`http://127.0.0.1:${port}`);
    await client.post("/sign-up/email", person);
    expect(linkOf(lastMail()).origin).toBe(`http://127.0.0.1:${port}`);
  });

  test("a forgotten password is replaced once, and every session ends with it", async () => {
    const client = authClient(server.url);
    await client.post("/sign-up/email", person);
    const asked = await client.post("/request-password-reset", { email: person.email });
    const unknown = await client.post("/request-password-reset", { email: "nobody@example.com" });
    expect(unknown).toMatchObject({ status: 200, body: asked.body });
    const mail = lastMail();
    expect(mail).toMatchObject({ to: person.email, subject: "Choose a new password" });
    expect(linkOf(mail).pathname).toBe("/reset-password");

    expect(JSON.stringify(await server.context.db.select().from(verification))).not.toContain(tokenOf(mail));

    const visitor = authClient(server.url);
    const reset = { token: tokenOf(mail), newPassword: "another long password" };
    expect((await visitor.post("/reset-password", { ...reset, newPassword: "short" })).body.message).toBe("Password too short");
    expect((await visitor.post("/reset-password", reset)).status).toBe(200);
    expect((await visitor.post("/reset-password", reset)).body.message).toBe("Invalid token");
    expect(lastMail()).toMatchObject({ to: person.email, subject: "Your password was changed" });
    expect((await client.get("/get-session?disableCookieCache=true")).body).toBeNull();
    expect((await visitor.post("/sign-in/email", person)).status).toBe(401);
    expect((await visitor.post("/sign-in/email", { ...person, password: reset.newPassword })).status).toBe(200);
  });

  test("a verified address is changed when both addresses agree", async () => {
    const client = authClient(server.url);
    await client.post("/sign-up/email", person);
    await client.get(`/verify-email?token=${tokenOf(lastMail())}`);
    expect((await client.post("/change-email", { newEmail: "Countess@Example.com" })).status).toBe(200);
    expect(lastMail()).toMatchObject({ to: person.email, subject: "Confirm your new address" });
    expect(lastMail().text).toContain("countess@example.com");

    const browser = authClient(server.url);
    expect((await browser.get(`/verify-email?token=${tokenOf(lastMail())}`)).status).toBe(200);
    expect(lastMail()).toMatchObject({ to: "countess@example.com", subject: "Confirm your address" });
    expect((await client.get("/get-session?disableCookieCache=true")).body.user.email).toBe(person.email);
    expect((await browser.get(`/verify-email?token=${tokenOf(lastMail())}`)).status).toBe(200);
    expect(lastMail()).toMatchObject({ to: person.email, subject: "Your address was changed" });
    expect((await client.get("/get-session?disableCookieCache=true")).body.user).toMatchObject({
      email: "countess@example.com",
      emailVerified: true,
    });
  });

  test("an address that was never verified is verified by its change", async () => {
    const client = authClient(server.url);
    await client.post("/sign-up/email", person);
    await client.post("/change-email", { newEmail: "countess@example.com" });
    expect(lastMail()).toMatchObject({ to: "countess@example.com" });
    await client.get(`/verify-email?token=${tokenOf(lastMail())}`);
    const { user } = (await client.get("/get-session?disableCookieCache=true")).body;
    expect(user).toMatchObject({ email: "countess@example.com", emailVerified: true });
  });

  test("a change to a taken address gets the usual answer, and sends no e-mail", async () => {
    const client = authClient(server.url);
    await authClient(server.url).post("/sign-up/email", { ...person, email: "countess@example.com" });
    await client.post("/sign-up/email", person);
    const before = server.context.mailer.outbox?.list().length;
    const changed = await client.post("/change-email", { newEmail: "countess@example.com" });
    expect(changed).toMatchObject({ status: 200, body: { status: true } });
    expect(server.context.mailer.outbox?.list()).toHaveLength(before ?? 0);
  });

  test("a changed password is reported by mail, and signs the other devices out", async () => {
    const [client, other] = [authClient(server.url), authClient(server.url)];
    await client.post("/sign-up/email", person);
    await other.post("/sign-in/email", person);
    const change = { currentPassword: person.password, newPassword: "another long password", revokeOtherSessions: false };
    const wrong = await client.post("/change-password", { ...change, currentPassword: "a wrong password" });
    expect(wrong.body.message).toBe("Invalid password");
    expect(lastMail().subject).toBe("Confirm your address");
    expect((await client.post("/change-password", change)).status).toBe(200);
    expect(lastMail()).toMatchObject({ to: person.email, subject: "Your password was changed" });
    expect((await other.get("/get-session?disableCookieCache=true")).body).toBeNull();
    expect((await client.get("/get-session?disableCookieCache=true")).body.user.email).toBe(person.email);
  });
});

describe("with a mail server", () => {
  let mailServer: FakeMailServer;
  const publicUrl = "https://voice.example.com";
  beforeEach(async () => {
    mailServer = await startFakeMailServer();
    const smtp = { url: mailServer.url, from: "voice@example.com" };
    server = await startTestServer({ config: { smtp, publicUrl } });
  });
  afterEach(() => mailServer.close());

  const client = () => authClient(`http://127.0.0.1:${server.port}`, { origin: publicUrl });

  test("an address is verified before it signs in, and by that signed in", async () => {
    const [visitor, browser] = [client(), client()];
    expect((await visitor.post("/sign-up/email", person)).body).toMatchObject({ token: null });
    expect(visitor.cookies.size).toBe(0);
    const refused = await visitor.post("/sign-in/email", person);
    expect([refused.status, refused.body.message]).toEqual([403, "Email not verified"]);
    const mail = await mailServer.nextMail();
    expect(mail.to).toEqual([person.email]);
    expect(linkOf(mail).origin).toBe(publicUrl);
    expect((await browser.get(`/verify-email?token=${tokenOf(mail)}`)).status).toBe(200);
    expect((await browser.get("/get-session")).body.user).toMatchObject({ email: person.email, emailVerified: true });
    expect((await visitor.post("/sign-in/email", person)).status).toBe(200);
  });

  test("the mail is sent again on demand, and whether there is an account is not told", async () => {
    const visitor = client();
    await visitor.post("/sign-up/email", person);
    await mailServer.nextMail();
    const known = await visitor.post("/send-verification-email", { email: person.email });
    const unknown = await visitor.post("/send-verification-email", { email: "nobody@example.com" });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect((await mailServer.nextMail()).to).toEqual([person.email]);
  });

  test("who signs up twice is told by mail alone", async () => {
    const visitor = client();
    const first = await visitor.post("/sign-up/email", person);
    await mailServer.nextMail();
    const second = await visitor.post("/sign-up/email", person);
    expect(second.status).toBe(first.status);
    expect(Object.keys(second.body.user)).toEqual(Object.keys(first.body.user));
    expect((await mailServer.nextMail()).headers).toContain("You already have an account");
  });

  test("an e-mail that is refused does not fail the action it reports", async () => {
    expect((await client().post("/sign-up/email", { ...person, email: "refused@example.com" })).status).toBe(200);
  });
});
