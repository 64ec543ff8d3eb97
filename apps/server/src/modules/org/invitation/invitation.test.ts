import { randomUUID } from "node:crypto";
import type { ErrorBody, Invitation, OpenInvitation, Org, OrgAuth, OrgMember, Role } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuth } from "../../../platform/auth/auth.ts";
import { createMintOrgToken } from "../../../platform/auth/org-token.ts";
import { invitation, member, organization, session, user } from "../../../platform/auth/tables.ts";
import type { Mail } from "../../../platform/mail/mailer.ts";
import { startFakeMailServer } from "../../../testing/fake-mail-server.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
let owner: TestClient;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
  owner = await server.signUp({ name: "Ada" });
});
afterAll(() => server.close());

const newAddress = () => `${randomUUID()}@example.com`;

const invite = (email: string, role: Role = "editor", more: object = {}) =>
  owner.fetch(`/org/${owner.orgId}/invite`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ emails: [email], role, ...more }),
  });

const mailsTo = (email: string): readonly Mail[] => (server.context.mailer.outbox?.list() ?? []).filter(({ to }) => to === email);

const invitationsTo = (email: string) => mailsTo(email).filter(({ subject }) => subject.includes("invites you"));

/** The invitation id in the link of the newest mail to an address. */
const idIn = (email: string) => /\/invite\/([0-9a-f-]{36})\n/.exec(invitationsTo(email)[0]?.text ?? "")?.[1] ?? "";

async function ask<Body = OpenInvitation & ErrorBody>(id: string) {
  const response = await fetch(`${server.url}/invitation/${id}`);
  return { status: response.status, body: (await response.json()) as Body };
}

async function accept(person: TestClient, id: string, secret?: string) {
  const headers = { authorization: `Bearer ${person.userToken}`, "content-type": "application/json" };
  const body = secret === undefined ? {} : { body: JSON.stringify({ secret }) };
  const response = await fetch(`${server.url}/invitation/${id}/accept`, { method: "POST", headers, ...body });
  return { status: response.status, body: (await response.json()) as Org & ErrorBody };
}

/** Somebody with a verified address. */
async function signUpVerified(email = newAddress()): Promise<TestClient> {
  const person = await server.signUp({ email });
  await server.context.db.update(user).set({ emailVerified: true }).where(eq(user.id, person.userId));
  return person;
}

const members = async () => (await owner.json<OrgMember[]>("GET", `/org/${owner.orgId}/user`)).body;

const pending = async () =>
  (await owner.json<{ invitations: Invitation[] }>("GET", `/org/${owner.orgId}/invitations/pending`)).body.invitations;

test("an invited person gets a mail, learns what it is about, and becomes a member whose token works at once", async () => {
  const email = newAddress();
  expect((await invite(email.toUpperCase(), "editor", { redirectTo: "/assistants?tab=all" })).status).toBe(201);
  const [mail] = invitationsTo(email);
  expect(mail?.subject).toBe("Ada invites you to Ada's organization");
  expect(mail?.text).toContain(`${server.url}/invite/${idIn(email)}\n`);
  expect(await ask(idIn(email))).toEqual({
    status: 200,
    body: {
      id: idIn(email),
      orgName: "Ada's organization",
      inviterName: "Ada",
      email,
      role: "editor",
      expiresAt: new Date(nowMs + 7 * DAY_MS).toISOString(),
      redirectTo: "/assistants?tab=all",
    },
  });
  const person = await signUpVerified(email);
  expect(await accept(person, idIn(email))).toMatchObject({ status: 200, body: { id: owner.orgId, role: "editor" } });
  expect(await members()).toContainEqual(expect.objectContaining({ id: person.userId, role: "editor" }));
  const headers = { authorization: `Bearer ${person.userToken}` };
  const auth = await fetch(`${server.url}/org/${owner.orgId}/auth`, { headers });
  expect(((await auth.json()) as OrgAuth).aud).toMatchObject({ role: "editor" });
  expect((await pending()).map((each) => each.email)).not.toContain(email);
});

test("accepting twice, or as a member, changes nothing", async () => {
  const person = await signUpVerified();
  await invite(person.email, "viewer");
  const id = idIn(person.email);
  const both = await Promise.all([accept(person, id), accept(person, id)]);
  expect(both).toMatchObject([
    { status: 200, body: { role: "viewer" } },
    { status: 200, body: { role: "viewer" } },
  ]);
  expect((await members()).filter((each) => each.id === person.userId)).toHaveLength(1);
  // A member whose role has changed since keeps the new role.
  await owner.fetch(`/org/${owner.orgId}/role`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userId: person.userId, role: "admin" }),
  });
  expect((await accept(person, id)).body).toMatchObject({ role: "admin" });
  // An accepted invitation cannot be accepted again, also after the member has left.
  await owner.fetch(`/org/${owner.orgId}/member/${person.userId}/leave`, { method: "DELETE" });
  expect(await accept(person, id)).toMatchObject({ status: 410, body: { code: "invitation-accepted" } });
});

test("only the address it was sent to may accept, and only when it is verified", async () => {
  const email = newAddress();
  await invite(email);
  const id = idIn(email);
  const other = await signUpVerified();
  expect(await accept(other, id)).toMatchObject({ status: 403, body: { code: "invitation-other-address" } });
  const person = await server.signUp({ email });
  const unverified = await accept(person, id);
  expect(unverified).toMatchObject({ status: 403, body: { code: "invitation-address-unverified" } });
  expect(unverified.body.message).toContain("Open the link in your sign-up email");
  expect((await members()).map((each) => each.email)).not.toContain(email);
  expect((await ask(id)).status).toBe(200);
  await server.context.db.update(user).set({ emailVerified: true }).where(eq(user.id, person.userId));
  expect((await accept(person, id)).status).toBe(200);
});

/** Id and secret of the link that an admin is shown. */
async function linkOf(email: string) {
  const link = (await pending()).find((each) => each.email === email)?.link ?? "";
  const [, id = "", secret = ""] = /^http.*\/invite\/([0-9a-f-]{36})#([\w-]{43})$/.exec(link) ?? [];
  return { id, secret };
}

test("its link lets the person join once without a mail, and verifies no address", async () => {
  const [email, other] = [newAddress(), newAddress()];
  await invite(email);
  await invite(other);
  const { id, secret } = await linkOf(email);
  expect(secret).not.toBe("");
  const person = await server.signUp({ email });
  for (const wrong of ["", "x", (await linkOf(other)).secret])
    expect(await accept(person, id, wrong)).toMatchObject({ status: 403, body: { code: "invitation-address-unverified" } });
  const stranger = await server.signUp();
  expect((await accept(stranger, id, secret)).body.code).toBe("invitation-other-address");
  expect(await accept(person, id, secret)).toMatchObject({ status: 200, body: { id: owner.orgId, role: "editor" } });
  const [row] = await server.context.db.select().from(user).where(eq(user.email, email));
  expect(row?.emailVerified).toBe(false);
  await owner.fetch(`/org/${owner.orgId}/member/${person.userId}/leave`, { method: "DELETE" });
  expect((await accept(person, id, secret)).body.code).toBe("invitation-accepted");
});

test("its link dies with its withdrawal and its end, and rests sealed", async () => {
  const email = newAddress();
  await invite(email);
  const { id, secret } = await linkOf(email);
  const person = await server.signUp({ email });
  const rest = async () => (await server.context.db.select().from(invitation).where(eq(invitation.id, id)))[0]?.secret;
  expect(await rest()).toMatch(/^[0-9a-f]{8}\./);
  expect(await rest()).not.toContain(secret);
  // Inviting again keeps a link that was handed out, withdrawing in between does not.
  await invite(email, "viewer");
  expect(await linkOf(email)).toEqual({ id, secret });
  await owner.fetch(`/org/${owner.orgId}/invitations/${id}`, { method: "DELETE" });
  expect((await accept(person, id, secret)).body.code).toBe("invitation-withdrawn");
  await invite(email);
  expect((await accept(person, id, secret)).body.code).toBe("invitation-address-unverified");
  const next = await linkOf(email);
  await server.context.db
    .update(invitation)
    .set({ expiresAt: new Date(nowMs) })
    .where(eq(invitation.id, id));
  expect((await accept(person, id, next.secret)).body.code).toBe("invitation-expired");
});

test("its link is for admins: other members see the invitation without it", async () => {
  const [email, viewer] = [newAddress(), await signUpVerified()];
  await invite(viewer.email, "viewer");
  await accept(viewer, idIn(viewer.email));
  await invite(email);
  const auth = await fetch(`${server.url}/org/${owner.orgId}/auth`, {
    headers: { authorization: `Bearer ${viewer.userToken}` },
  });
  const headers = { authorization: `Bearer ${((await auth.json()) as OrgAuth).token}` };
  const response = await fetch(`${server.url}/org/${owner.orgId}/invitations/pending`, { headers });
  const { invitations } = (await response.json()) as { invitations: Invitation[] };
  expect(invitations.map((each) => each.email)).toContain(email);
  expect(JSON.stringify(invitations)).not.toContain("link");
});

test("one that is closed tells how, and nothing else", async () => {
  const closed = async (close: (id: string) => Promise<unknown>) => {
    const person = await signUpVerified();
    await invite(person.email);
    const id = idIn(person.email);
    await close(id);
    const told = await ask(id);
    expect(Object.keys(told.body).toSorted()).toEqual(["code", "error", "message", "requestId", "statusCode"]);
    expect(told.body.message).not.toMatch(/Ada|@/);
    expect((await accept(person, id)).body.code).toBe(told.body.code);
    return [told.status, told.body.code];
  };
  const withdraw = (id: string) => owner.fetch(`/org/${owner.orgId}/invitations/${id}`, { method: "DELETE" });
  expect(await closed(withdraw)).toEqual([410, "invitation-withdrawn"]);
  const expire = (id: string) =>
    server.context.db
      .update(invitation)
      .set({ expiresAt: new Date(nowMs) })
      .where(eq(invitation.id, id));
  expect(await closed(expire)).toEqual([410, "invitation-expired"]);
  for (const id of [randomUUID(), "x"]) expect(await ask(id)).toMatchObject({ status: 404, body: { code: "not-found" } });
});

test("one that was accepted tells so", async () => {
  const person = await signUpVerified();
  await invite(person.email);
  await accept(person, idIn(person.email));
  expect(await ask(idIn(person.email))).toMatchObject({ status: 410, body: { code: "invitation-accepted" } });
});

test("one into a deleted organization is none", async () => {
  const [inviter, person] = [await server.signUp(), await signUpVerified()];
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ emails: [person.email], role: "viewer" });
  await inviter.fetch(`/org/${inviter.orgId}/invite`, { method: "POST", headers, body });
  await inviter.fetch(`/org/${inviter.orgId}`, { method: "DELETE" });
  expect((await ask(idIn(person.email))).status).toBe(404);
  expect((await accept(person, idIn(person.email))).status).toBe(404);
});

test("it is sent again at most once a minute, and is then open for another week", async () => {
  const email = newAddress();
  await invite(email);
  const id = idIn(email);
  const resend = () => owner.json<ErrorBody>("POST", `/org/${owner.orgId}/invitations/${id}/resend`);
  nowMs += 30_000;
  expect(await resend()).toMatchObject({
    status: 429,
    body: {
      code: "invitation-resent",
      message: "This invitation was sent less than a minute ago. Send it again in 30 s.",
    },
  });
  // Inviting again, or withdrawing the invitation in between, does not send more mails either.
  await invite(email);
  await owner.fetch(`/org/${owner.orgId}/invitations/${id}`, { method: "DELETE" });
  await invite(email, "viewer");
  expect(invitationsTo(email)).toHaveLength(1);
  nowMs += 30_000;
  expect(await resend()).toMatchObject({ status: 200, body: { success: true } });
  expect(invitationsTo(email)).toHaveLength(2);
  expect(idIn(email)).toBe(id);
  expect((await pending()).find((each) => each.id === id)).toMatchObject({
    role: "viewer",
    sentAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + 7 * DAY_MS).toISOString(),
  });
  const none = `/org/${owner.orgId}/invitations/${randomUUID()}/resend`;
  expect(await owner.json("POST", none)).toMatchObject({ status: 404, body: { message: "Invitation not found." } });
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "assistants"])(
  "%s is no path of this server, and leads nowhere",
  async (redirectTo) => {
    const email = newAddress();
    expect((await invite(email, "viewer", { redirectTo })).status).toBe(201);
    expect((await ask(idIn(email))).body).not.toHaveProperty("redirectTo");
    expect(invitationsTo(email)[0]?.text).not.toContain("evil");
  },
);

test("one whose mail is not taken stays open, unsent, and can be sent again at once", async () => {
  const mails = await startFakeMailServer();
  const mailing = await startTestServer({ config: { smtp: { url: mails.url, from: "callwright@example.com" } } });
  try {
    const admin = await adminOf(mailing);
    const emails = ["refused@example.com", "taken@example.com"];
    expect((await admin("POST", "/invite", { emails, role: "viewer" })).status).toBe(201);
    expect(await mails.nextMail()).toMatchObject({ to: ["taken@example.com"], text: expect.stringContaining("/invite/") });
    const { invitations } = (await (await admin("GET", "/invitations/pending")).json()) as { invitations: Invitation[] };
    const of = (email: string) => invitations.find((each) => each.email === email);
    expect(of("taken@example.com")).toHaveProperty("sentAt", of("taken@example.com")?.updatedAt);
    expect(of("refused@example.com")).not.toHaveProperty("sentAt");
    expect(of("refused@example.com")).toHaveProperty("updatedAt", of("refused@example.com")?.createdAt);
    for (let time = 0; time < 2; time += 1) {
      const again = await admin("POST", `/invitations/${of("refused@example.com")?.id}/resend`);
      expect(again.status).toBe(502);
      expect(await again.json()).toMatchObject({ code: "mail-not-sent" });
    }
  } finally {
    await mailing.close();
    await mails.close();
  }
});

/** An admin of a new organization, on a server where sign-up needs an invitation. */
async function adminOf({ context, url }: TestServer) {
  const { db, newId, now } = context;
  const [userId, orgId, sessionId] = [newId(), newId(), newId()];
  const times = { createdAt: now(), updatedAt: now() };
  await db.insert(user).values({ id: userId, name: "Ada", email: newAddress(), emailVerified: true, ...times });
  await db.insert(session).values({ id: sessionId, token: sessionId, userId, expiresAt: now(), ...times });
  await db.insert(organization).values({ id: orgId, name: "Acme", slug: orgId, ...times });
  await db.insert(member).values({ id: newId(), organizationId: orgId, userId, role: "admin", createdAt: now() });
  const auth = createAuth({ ...context, onSignUp: async () => {} });
  const { token } = await createMintOrgToken(auth, now, newId)({ userId, sessionId, orgId, role: "admin" });
  return (method: string, path: string, body?: object) =>
    fetch(`${url}/org/${orgId}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
}
