import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeMailServer, startFakeMailServer } from "../../testing/fake-mail-server.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { organization, user } from "./tables.ts";

/** Responses do not reveal whether an address has an account. The tests compare contents, not response times. */

const publicUrl = "https://voice.example.com";
const password = "a long password";
let server: TestServer;
let mails: FakeMailServer;
/** A verified account, an unverified one, and none. */
const people = { verified: "ada@example.com", unverified: "bob@example.com", nobody: "eve@example.com" };

beforeAll(async () => {
  mails = await startFakeMailServer();
  const smtp = { url: mails.url, from: "voice@example.com" };
  server = await startTestServer({ rateLimit: true, config: { smtp, publicUrl } });
  await ask("/sign-up/email", { email: people.verified, password, name: "Ada" });
  await server.context.db.update(user).set({ emailVerified: true });
  await ask("/sign-up/email", { email: people.unverified, password, name: "Bob" });
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

/** Token of the link in the next mail to somebody. */
async function linkTo(email: string): Promise<string> {
  for (;;) {
    const { to, text } = await mails.nextMail();
    if (to.includes(email)) return /[?]token=(\S+)/.exec(text)?.[1] ?? "";
  }
}

/** An answer without the parts that differ each time: ids, times and the length. */
async function ask(path: string, body: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: publicUrl },
    body: JSON.stringify(body),
  });
  const text = (await answer.text())
    .replaceAll(body.email ?? "", "<email>")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    // The text counts the characters of the given address.
    .replace(/have \d+ characters/, "have <n> characters");
  const changing = new Set(["date", "x-request-id", "content-length"]);
  const headers = [...answer.headers].filter(([name]) => !changing.has(name));
  return { status: answer.status, text, headers };
}

test.each<[path: string, status: number, body: Record<string, string>]>([
  ["/sign-up/email", 200, { password, name: "Somebody" }],
  ["/sign-up/email", 400, { password: "short", name: "Somebody" }],
  ["/sign-up/email", 400, { password, name: "N".repeat(4000) }],
  ["/sign-up/email", 400, { password, name: "Somebody", image: "i".repeat(4000) }],
  ["/sign-in/email", 401, { password: "a wrong password" }],
  ["/request-password-reset", 200, { redirectTo: "/reset-password" }],
  ["/send-verification-email", 200, { callbackURL: "/" }],
])("%s (%i) answers the same whether there is an account or not", async (path, status, body) => {
  // A new address each time: the first sign-up creates an account.
  const nobody = `${randomUUID().slice(0, 8)}@example.com`;
  const ofNobody = await ask(path, { ...body, email: nobody });
  expect(ofNobody).toMatchObject({ status });
  for (const email of [people.verified, people.unverified]) expect(await ask(path, { ...body, email })).toEqual(ofNobody);
});

test("a new account's organization, which takes time, is made when its address is verified", async () => {
  const { db } = server.context;
  const email = `${randomUUID().slice(0, 8)}@example.com`;
  const before = await db.$count(organization);
  expect(await ask("/sign-up/email", { email, password, name: "Grace" })).toMatchObject({ status: 200 });
  expect(await db.$count(organization)).toBe(before);
  const token = await linkTo(email);
  const verified = await fetch(`http://127.0.0.1:${server.port}/api/auth/verify-email?token=${token}`);
  expect(verified.status).toBe(200);
  expect(await db.$count(organization)).toBe(before + 1);
});

test("so do the answers to one mail too many", async () => {
  const last = async (email: string) => {
    let answer: unknown;
    for (let n = 0; n < 6; n += 1) answer = await ask("/request-password-reset", { email });
    return answer;
  };
  const refused = await last(people.nobody);
  expect(refused).toMatchObject({ status: 429, text: expect.stringContaining("Too many attempts to have a mail sent.") });
  const minutes = ({ text, ...rest }: { text: string }) => ({ ...rest, text: text.replace(/\d+ minutes/, "<wait>") });
  const comparable = (answer: unknown) => {
    const { headers, ...rest } = answer as { headers: [string, string][]; text: string };
    return { ...minutes(rest), headers: headers.filter(([name]) => name !== "retry-after") };
  };
  expect(comparable(await last(people.verified))).toEqual(comparable(refused));
});

test("an invitation says nothing of its mailbox", async () => {
  const open = await startTestServer();
  const [admin, member] = [await open.signUp(), await open.signUp()];
  const invite = async (email: string) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ emails: [email], role: "viewer" });
    const answer = await admin.fetch(`/org/${admin.orgId}/invite`, { method: "POST", headers, body });
    return [answer.status, await answer.text()];
  };
  const known = await invite(member.email);
  expect(known[0]).toBeLessThan(300);
  expect(known).toEqual(await invite("nobody@example.com"));
  await open.close();
});
