import { randomUUID } from "node:crypto";
import { ATTEMPT_LIMITS, type AttemptLimitName } from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { verification } from "./tables.ts";

let server: TestServer;
let ada: TestClient;
let requests = 0;

beforeAll(async () => {
  server = await startTestServer({ rateLimit: true, config: { trustProxy: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  requests += 1;
  ada = await server.signUp({ email: `ada-${requests}@example.com` });
});

/** An address without attempts, as it is written and as it is counted. */
const address = () => `192.0.2.${requests++}`;

function post(
  path: string,
  body: unknown,
  { from = address(), cookie }: { from?: string; cookie?: string } = {},
): Promise<Response> {
  return fetch(`${server.url}/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url, "x-forwarded-for": from, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
}
const signIn = (email: string, password: string, how?: { from?: string; cookie?: string }) =>
  post("/sign-in/email", { email, password }, how);

/** As if it had been tried as often as it may, but for `left` times. */
async function use(limit: AttemptLimitName, of: string, left = 0): Promise<void> {
  for (let n = left; n < ATTEMPT_LIMITS[limit].attempts; n += 1) await server.context.attempts.take([{ limit, of }]);
}

async function statuses(count: number, ask: (n: number) => Promise<Response>): Promise<number[]> {
  const answers: number[] = [];
  for (let n = 0; n < count; n += 1) answers.push((await ask(n)).status);
  return answers;
}
const times = (count: number, status: number) => Array<number>(count).fill(status);

const SIGN_IN_REFUSED =
  /^Too many attempts to sign in\. Try again in \d+ minutes, sign in on a device where you have signed in before, or reset your password\.$/;

describe("signing in", () => {
  test("from one address to one account: refused after so many, the right password too, saying how long", async () => {
    const from = address();
    const { email, password } = ada;
    await use("signInByAccountAndAddress", `${email} ${from}`, 2);
    expect(await statuses(2, () => signIn(email.toUpperCase(), "a wrong password", { from }))).toEqual(times(2, 401));
    const refused = await signIn(email, password, { from });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toMatch(/^(900|89\d)$/);
    expect(await refused.json()).toMatchObject({
      code: "too-many-attempts",
      statusCode: 429,
      message: expect.stringMatching(SIGN_IN_REFUSED),
    });
    expect((await signIn(email, password)).status).toBe(200);
  });

  test("an account that does not exist answers just the same", async () => {
    const answersOf = async (email: string) => {
      const from = address();
      await use("signInByAccountAndAddress", `${email} ${from}`, 2);
      const bodies: string[] = [];
      for (let n = 0; n < 3; n += 1) {
        const answer = await signIn(email, "a wrong password", { from });
        bodies.push(`${answer.status} ${(await answer.text()).replace(/"requestId":"[^"]+"/, "")}`);
      }
      return bodies;
    };
    expect(await answersOf(`nobody-${randomUUID()}@example.com`)).toEqual(await answersOf(ada.email));
  });

  test("right passwords are not counted, however many at once", async () => {
    const from = address();
    const { email, password } = ada;
    await use("signInByAccountAndAddress", `${email} ${from}`, 4);
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 3 }, () => signIn(email, password, { from })));
      expect(answers.map(({ status }) => status)).toEqual(times(3, 200));
    }
  });

  test("one address to many accounts", async () => {
    const from = address();
    await use("signInByAddress", from, 2);
    const answers = await statuses(4, (n) => signIn(`n${n}@example.com`, "a wrong password", { from }));
    expect(answers).toEqual([401, 401, 429, 429]);
  });

  test("many addresses to one account; its own device gets in all the same, and has a limit of its own", async () => {
    const { email, password } = ada;
    const cookie = knownDevice(await signIn(email, password));
    await use("signInByAccount", email, 2);
    expect(await statuses(2, () => signIn(email, "a wrong password"))).toEqual([401, 401]);
    expect((await signIn(email, password)).status).toBe(429);
    expect((await signIn(email, password, { cookie })).status).toBe(200);

    const { attempts: ofDevice } = ATTEMPT_LIMITS.signInByDevice;
    const wrong = await statuses(ofDevice + 1, () => signIn(email, "a wrong password", { cookie }));
    expect(wrong).toEqual([...times(ofDevice, 401), 429]);
  });

  test("a device is known for the accounts of its people alone, and only as it was signed", async () => {
    const bob = await server.signUp({ email: `bob-${requests}@example.com` });
    const cookie = knownDevice(await signIn(bob.email, bob.password));
    await use("signInByAccount", ada.email);
    expect((await signIn(ada.email, ada.password, { cookie })).status).toBe(429);

    await use("signInByAccount", bob.email);
    expect((await signIn(bob.email, bob.password, { cookie: cookie.replace("=", "=x") })).status).toBe(429);
    const shared = knownDevice(await post("/sign-up/email", person(), { cookie }));
    expect((await signIn(bob.email, bob.password, { cookie: shared })).status).toBe(200);
  });

  test("the cookie of a known device is closed to scripts and lasts 400 days at most", async () => {
    const set = (await signIn(ada.email, ada.password)).headers.getSetCookie().find((each) => each.includes("known_device"));
    expect(set).toMatch(/; Max-Age=34560000;.*HttpOnly; SameSite=Lax/i);
    expect(set).not.toContain(ada.userId);
  });
});

const person = () => ({ email: `p-${randomUUID()}@example.com`, password: "a long password", name: "P" });

function knownDevice(response: Response): string {
  expect(response.status).toBe(200);
  return (
    response.headers
      .getSetCookie()
      .find((each) => each.includes("known_device"))
      ?.split(";")[0] ?? ""
  );
}

test("signing up, by address", async () => {
  const from = address();
  await use("signUpByAddress", from, 2);
  const sent = await Promise.all(Array.from({ length: 5 }, () => post("/sign-up/email", person(), { from })));
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(2);
  expect((await post("/sign-up/email", person())).status).toBe(200);
});

test.each(["/request-password-reset", "/send-verification-email"])(
  "%s: so many mails to one mailbox, whether it has an account or not, and from one address",
  { tags: "long" },
  async (path) => {
    const { attempts: toOne } = ATTEMPT_LIMITS.mailByMailbox;
    const { email: hers } = await server.signUp();
    for (const email of [hers, `nobody-${randomUUID()}@example.com`]) {
      const answers = await statuses(toOne + 1, () => post(path, { email: email.toUpperCase() }));
      // The mail of the sign-up was the first.
      expect(answers.indexOf(429)).toBe(email === hers ? toOne - 1 : toOne);
    }
    const from = address();
    await use("mailByAddress", from, 2);
    const answers = await statuses(4, (n) => post(path, { email: `m${n}-${randomUUID()}@example.com` }, { from }));
    expect([answers.indexOf(429), answers.lastIndexOf(429)]).toEqual([2, 3]);
  },
);

test("a person who resets the password by the mail's link can sign in on that device, whatever others try", async () => {
  const { email, userId } = ada;
  await use("signInByAccount", email);
  const now = new Date();
  const token = randomUUID();
  await server.context.db.insert(verification).values({
    id: randomUUID(),
    identifier: `reset-password:${token}`,
    value: userId,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + 60_000),
  });
  expect(
    (await post("/reset-password", { token: "of nothing", newPassword: "another password" })).headers.getSetCookie(),
  ).toEqual([]);
  const cookie = knownDevice(await post("/reset-password", { token, newPassword: "another password" }));
  expect((await signIn(email, "another password")).status).toBe(429);
  expect((await signIn(email, "another password", { cookie })).status).toBe(200);
});

test("the password a signed-in person is asked for", async () => {
  const { cookie, userId } = ada;
  await use("passwordByPerson", userId, 2);
  const change = (currentPassword: string) =>
    post("/change-password", { currentPassword, newPassword: "another password" }, { cookie });
  expect(await statuses(2, () => change("a wrong password"))).toEqual([400, 400]);
  expect((await change(ada.password)).status).toBe(429);
});

test("tokens: of a person, of an organization, and wrong ones", async () => {
  const get = (path: string, headers: Record<string, string>) => fetch(`${server.url}${path}`, { headers });
  const userToken = () => get("/api/auth/token", { cookie: ada.cookie });
  await use("userTokenByPerson", ada.userId, 3);
  // One token was fetched with the sign-up.
  expect(await statuses(4, userToken)).toEqual([200, 200, 429, 429]);

  const orgToken = () => get(`/org/${ada.orgId}/auth`, { authorization: `Bearer ${ada.userToken}` });
  await use("orgTokenByPerson", ada.userId, 3);
  expect(await statuses(4, orgToken)).toEqual([200, 200, 429, 429]);

  const from = address();
  const bearer = (value: string) => ({ authorization: `Bearer ${value}`, "x-forwarded-for": from });
  const wrongToken = () => get("/assistant", bearer(`cw_private_${"x".repeat(43)}`));
  await use("wrongTokenByAddress", from, 1);
  expect(await statuses(2, wrongToken)).toEqual([401, 429]);
  const { body } = await ada.json<{ value: string }>("POST", "/token", { tag: "private" });
  expect((await get("/assistant", bearer(body.value))).status).toBe(200);
});

test("devices: codes asked for, tokens asked for, and codes that are guessed", async () => {
  const client_id = "callwright-cli";
  const from = address();
  await use("deviceCodeByAddress", from, 2);
  const code = () => post("/device/code", { client_id }, { from });
  const { user_code: userCode } = (await (await code()).json()) as { user_code: string };
  expect(await statuses(2, code)).toEqual([200, 429]);

  await use("devicePollByAddress", from, 2);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const poll = () => post("/device/token", { client_id, grant_type, device_code: "of nothing" }, { from });
  expect(await statuses(3, poll)).toEqual([400, 400, 429]);

  const look = (code: string, at = address()) =>
    fetch(`${server.url}/api/auth/device?user_code=${code}`, { headers: { cookie: ada.cookie, "x-forwarded-for": at } });
  // Correct codes are not counted.
  await use("userCodeByPerson", ada.userId, 3);
  expect(await statuses(4, () => look(userCode))).toEqual(times(4, 200));
  expect(await statuses(3, () => look("AAAAAAAA"))).toEqual([400, 400, 400]);
  expect((await look(userCode)).status).toBe(429);
  const guess = () => fetch(`${server.url}/api/auth/device?user_code=AAAAAAAA`, { headers: { "x-forwarded-for": from } });
  await use("userCodeByAddress", from, 1);
  expect(await statuses(2, guess)).toEqual([400, 429]);
});
