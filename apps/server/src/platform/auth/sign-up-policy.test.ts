import { randomUUID } from "node:crypto";
import { ATTEMPT_LIMITS } from "@callwright/contract";
import { afterEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { invitation, member, user } from "./tables.ts";

let server: TestServer;
afterEach(() => server.close());

function signUp(email: string): Promise<Response> {
  return fetch(`${server.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ email, password: "a long password", name: "Someone" }),
  });
}

const status = async () => (await (await fetch(`${server.url}/server-status`)).json()) as { signUp: string; firstRun: boolean };

test("first: of many who sign up at once one gets in, and then it is closed, also to who has an account", async () => {
  server = await startTestServer({ config: { signUp: "first" } });
  expect(await status()).toMatchObject({ signUp: "first", firstRun: true });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => signUp(`first-${n}@example.com`)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403, 403, 403]);
  expect(await server.context.db.select().from(user)).toHaveLength(1);
  expect(await status()).toMatchObject({ firstRun: false });

  const refused = await signUp("first-1@example.com");
  expect(refused.status).toBe(403);
  expect(await refused.json()).toEqual({
    code: "sign-up-closed",
    message: "Sign-up is by invitation on this server. Ask an admin to invite you.",
  });
});

test("first: a sign-up that fails does not use up the place", async () => {
  server = await startTestServer({ config: { signUp: "first" } });
  const failed = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "a@example.com", password: "short", name: "A" }),
  });
  expect(failed.status).toBe(400);
  expect((await signUp("b@example.com")).status).toBe(200);
});

test("first: who is invited gets in as long as the invitation holds", async () => {
  server = await startTestServer({ config: { signUp: "first" } });
  const admin = await server.signUp();
  const { db } = server.context;
  const invite = (email: string, expiresAt: Date) =>
    db.insert(invitation).values({
      id: randomUUID(),
      organizationId: admin.orgId,
      inviterId: admin.userId,
      email,
      role: "editor",
      status: "pending",
      expiresAt,
    });
  await invite("invited@example.com", new Date(Date.now() + 60_000));
  await invite("late@example.com", new Date(Date.now() - 60_000));
  expect((await signUp("Invited@example.com")).status).toBe(200);
  expect((await signUp("late@example.com")).status).toBe(403);
});

test("invite: not even the first gets in without an invitation", async () => {
  server = await startTestServer({ config: { signUp: "invite" } });
  expect((await signUp("a@example.com")).status).toBe(403);
});

test("open: everybody gets an organization of their own, as its admin", async () => {
  server = await startTestServer({ config: { signUp: "open" } });
  const [a, b] = [await server.signUp(), await server.signUp()];
  expect(a.orgId).not.toBe(b.orgId);
  expect((await server.context.db.select({ role: member.role }).from(member)).map(({ role }) => role)).toEqual([
    "admin",
    "admin",
  ]);
});

test("attempts to guess a password are slowed down, by address", async () => {
  server = await startTestServer({ rateLimit: true });
  const guess = () =>
    fetch(`${server.url}/api/auth/sign-in/email`, {
      method: "POST",
      // A client's own claim about its address has no effect.
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": randomUUID(),
        "x-callwright-client-address": randomUUID(),
      },
      body: JSON.stringify({ email: "nobody@example.com", password: "a long password" }),
    });
  const { attempts } = ATTEMPT_LIMITS.signInByAccountAndAddress;
  const answers = [];
  for (let n = 0; n <= attempts; n++) answers.push((await guess()).status);
  expect(answers).toEqual([...Array(attempts).fill(401), 429]);
});
