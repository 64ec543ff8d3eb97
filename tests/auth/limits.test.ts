import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { authClient } from "../../apps/server/src/testing/auth-client.ts";
import { startTestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { DAY_SECONDS, useAuthService } from "./auth-service.ts";
import { openTerminal, shownCode, type Terminal } from "./terminal.ts";

/** Section 9 of the specification: the numbers. */

const service = useAuthService();
const { signUp, passSeconds } = service;

let admin: TestClient;
beforeAll(async () => {
  admin = await service.server.signUp();
});

const statusOf = async (token: string) =>
  (await fetch(`${service.server.url}/assistant`, { headers: { authorization: `Bearer ${token}` } })).status;

describe("9. Business constants and limits", () => {
  test("Session cookie cache is at most 4093 characters.", async () => {
    const client = await signUp({ name: "N".repeat(500) });
    expect((await client.post("/update-user", { image: `https://example.com/${"i".repeat(1180)}` })).status).toBe(200);
    const { headers } = await client.get("/get-session?disableCookieCache=true");
    const caches = headers.getSetCookie().filter((cookie) => cookie.startsWith("callwright.session_data"));
    expect(caches).toHaveLength(1);
    expect(caches[0]?.length).toBeLessThanOrEqual(4093);
  });

  test("Session cache lifetime defaults to 60 s when no maximum age is set.", async () => {
    const { headers } = await (await signUp()).get("/get-session?disableCookieCache=true");
    expect(headers.getSetCookie().join("\n")).toMatch(/callwright\.session_data=.*; Max-Age=60;/);
  });

  test("Maximum cookie lifetime is 400 days.", async () => {
    const longest = await startTestServer({ config: { sessionSeconds: 500 * DAY_SECONDS } });
    try {
      const person = { email: "ada@example.com", password: "a long password", name: "Ada" };
      const { status, headers } = await authClient(longest.url).post("/sign-up/email", person);
      expect(status).toBe(200);
      const ages = headers.getSetCookie().map((cookie) => Number(/Max-Age=(\d+)/.exec(cookie)?.[1] ?? 0));
      expect(Math.max(...ages)).toBe(400 * DAY_SECONDS);
    } finally {
      await longest.close();
    }
  });

  test("Default signed-token lifetime is 3600 s.", async () => {
    for (const token of [admin.orgToken, admin.userToken]) {
      const { iat, exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
      expect(exp - iat).toBe(3600);
    }
    const mint = async () => (await (await admin.fetch(`/org/${admin.orgId}/auth`, asUser)).json()) as { token: string };
    const asUser = { headers: { authorization: `Bearer ${admin.userToken}` } };
    const { token } = await mint();
    passSeconds(3590);
    expect(await statusOf(token)).toBe(200);
    passSeconds(20);
    expect(await statusOf(token)).toBe(401);
  });

  test("String-to-boolean conversion treats these as true: true, 1, yes, on, y, enabled. It treats these as false: false, 0, no, off, n, disabled.", async () => {
    const client = await signUp();
    await service.sql(`update auth.user set name = 'Countess' where email = '${client.person.email}'`);
    const nameWith = async (word: string) =>
      (await client.get(`/get-session?disableRefresh=true&disableCookieCache=${word}`)).body.user.name;
    for (const word of ["false", "0", "no", "off", "n", "disabled", "FALSE"])
      expect([word, await nameWith(word)]).toEqual([word, "Ada"]);
    for (const word of ["true", "1", "yes", "on", "y", "enabled", "Yes"])
      expect([word, await nameWith(word)]).toEqual([word, "Countess"]);
  });
});

describe("9. Business constants and limits: clients", () => {
  let terminal: Terminal;
  beforeAll(() => {
    terminal = openTerminal();
  });
  afterAll(() => terminal.close());

  test("Auth token refresh leeway is 2 s.", async () => {
    const person = await signUp();
    terminal.whileWaiting = async (printed) => {
      const userCode = shownCode(printed);
      await person.get(`/device?user_code=${userCode}`);
      await person.post("/device/approve", { userCode });
    };
    const sent: (string | null)[] = [];
    const { fetch } = globalThis;
    const watching = vi.spyOn(globalThis, "fetch").mockImplementation((url, init) => {
      if (String(url).endsWith("/assistant")) sent.push(new Headers(init?.headers).get("authorization"));
      return fetch(url, init);
    });
    try {
      await terminal.run(["login", "--server", service.server.url]);
      const ask = () => terminal.run(["api", "GET", "/assistant"]);
      await ask();
      passSeconds(3600 - 4);
      await ask();
      passSeconds(3);
      await ask();
    } finally {
      watching.mockRestore();
    }
    expect(sent[1]).toBe(sent[0]);
    expect(sent[2]).not.toBe(sent[0]);
  });
});
