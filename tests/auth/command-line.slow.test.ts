import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { openTerminal, shownCode, type Terminal } from "./terminal.ts";

/** The command line against a real server; requests replace a person's actions in the browser. */

let server: TestServer;
let person: TestClient;
let terminal: Terminal;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp({ email: "ada@example.com", name: "Ada" });
});
afterAll(() => server.close());
beforeEach(() => {
  terminal = openTerminal();
});
afterEach(() => terminal.close());

async function ask(method: string, route: string, body?: unknown): Promise<Response> {
  const init = { method, headers: { "content-type": "application/json", origin: server.url, cookie: person.cookie } };
  return fetch(`${server.url}/api/auth${route}`, body === undefined ? init : { ...init, body: JSON.stringify(body) });
}

/** The request of the page `/device`. */
async function decide(verdict: "approve" | "deny", userCode: string): Promise<void> {
  expect((await ask("GET", `/device?user_code=${userCode}`)).status).toBe(200);
  expect((await ask("POST", `/device/${verdict}`, { userCode })).status).toBe(200);
}

async function signIn(): Promise<void> {
  terminal.whileWaiting = (printed) => decide("approve", shownCode(printed));
  expect(await terminal.run(["login", "--server", server.url])).toMatchObject({ exitCode: 0, stderr: "" });
}

const kept = () => JSON.parse(readFileSync(terminal.credentialsFile, "utf8")).servers[server.url];

async function countSessions(): Promise<number> {
  return ((await (await ask("GET", "/list-sessions")).json()) as unknown[]).length;
}

describe("login", () => {
  test("an approved request signs the person in, and keeps the session where only they can read it", async () => {
    await signIn();
    const whoami = await terminal.run(["whoami"]);
    expect(whoami).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Ada <ada@example.com>") });
    expect(whoami.stdout).toContain("(admin)");
    expect(statSync(terminal.credentialsFile).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(terminal.credentialsFile)).mode & 0o777).toBe(0o700);
  });

  test("a folder that others can read is closed to them", async () => {
    const folder = path.dirname(terminal.credentialsFile);
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    await signIn();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("no token is printed", async () => {
    terminal.whileWaiting = (printed) => decide("approve", shownCode(printed));
    const login = await terminal.run(["login", "--server", server.url]);
    const api = await terminal.run(["api", "GET", "/assistant"]);
    const { sessionToken, orgToken } = kept();
    for (const { stdout, stderr } of [login, api, await terminal.run(["whoami"]), await terminal.run(["logout"])])
      for (const token of [sessionToken, orgToken.value]) expect(stdout + stderr).not.toContain(token);
  });

  test("a denied request signs nobody in", async () => {
    terminal.whileWaiting = (printed) => decide("deny", shownCode(printed));
    const denied = await terminal.run(["login", "--server", server.url]);
    expect(denied).toMatchObject({ exitCode: 3, stderr: "The request was denied in the browser. You are not signed in.\n" });
    expect(existsSync(terminal.credentialsFile)).toBe(false);
  });

  test("signing in again ends the session of before", async () => {
    await signIn();
    const before = await countSessions();
    await signIn();
    expect(await countSessions()).toBe(before);
  });

  test("an API token in the environment would be used instead", async () => {
    terminal.env = { CALLWRIGHT_TOKEN: "secret" };
    expect(await terminal.run(["login", "--server", server.url])).toMatchObject({ exitCode: 2 });
  });

  test("a server that is not there", async () => {
    const unreachable = await terminal.run(["login", "--server", "http://127.0.0.1:1"]);
    expect(unreachable).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("No response from http://127.0.0.1:1.") });
  });
});

describe("logout", () => {
  test("ends the session at the server and deletes the file", async () => {
    await signIn();
    const { sessionToken } = kept();
    expect(await terminal.run(["logout"])).toMatchObject({ exitCode: 0, stdout: `Signed out of ${server.url}.\n` });
    expect(existsSync(terminal.credentialsFile)).toBe(false);
    const response = await fetch(`${server.url}/api/auth/token`, { headers: { authorization: `Bearer ${sessionToken}` } });
    expect(response.status).toBe(401);
  });

  test("is no failure for who is not signed in", async () => {
    expect(await terminal.run(["logout", "--server", server.url])).toMatchObject({ exitCode: 0 });
  });
});

test("a revoked session says how to get another", async () => {
  await signIn();
  expect((await ask("POST", "/revoke-other-sessions")).status).toBe(200);
  const refused = await terminal.run(["whoami"]);
  expect(refused).toMatchObject({ exitCode: 3 });
  expect(refused.stderr).toBe(`Your session at ${server.url} has ended. Run: callwright login --server ${server.url}\n`);
});

describe("api", () => {
  beforeEach(signIn);

  test("a list, as the server sends it or indented for a person", async () => {
    const piped = await terminal.run(["api", "GET", "/assistant", "-q", "limit=1"]);
    expect(piped).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(piped.stdout)).toHaveLength(1);
    expect(piped.stdout).not.toContain("\n");
    const shown = await terminal.run(["api", "get", "/assistant?limit=1"], { isTTY: true });
    expect(shown.stdout).toBe(`${JSON.stringify(JSON.parse(piped.stdout), null, 2)}\n`);
  });

  test.each([
    ["typed", (body: string) => ({ data: body, input: "" })],
    ["of standard input", (body: string) => ({ data: "-", input: body })],
    [
      "of a file",
      (body: string) => {
        const file = path.join(terminal.home, "body.json");
        writeFileSync(file, body);
        return { data: `@${file}`, input: "" };
      },
    ],
  ])("a body %s", async (name, give) => {
    const { data, input } = give(JSON.stringify({ name }));
    const created = await terminal.run(["api", "POST", "/assistant", "-d", data], { input });
    expect(created).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(created.stdout)).toMatchObject({ name });
  });

  test("a file", async () => {
    const file = path.join(terminal.home, "hours.txt");
    writeFileSync(file, "We open at eight.");
    const created = await terminal.run(["api", "POST", "/file", "-F", `file=@${file}`, "-F", "purpose=assistant"]);
    expect(JSON.parse(created.stdout)).toMatchObject({ name: "hours.txt", bytes: 17, purpose: "assistant" });
  });

  test("a refusal goes to standard error, whole", async () => {
    const refused = await terminal.run(["api", "POST", "/assistant", "-d", '{"name":5}']);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(JSON.parse(refused.stderr)).toMatchObject({ code: "validation-failed", message: ["name must be a string"] });
  });

  test("each route gets the token it takes", async () => {
    expect(JSON.parse((await terminal.run(["api", "GET", "/org"])).stdout)).toMatchObject([{ id: person.orgId }]);
    expect(JSON.parse((await terminal.run(["api", "GET", `/org/${person.orgId}`])).stdout)).toMatchObject({ id: person.orgId });
    const session = await terminal.run(["api", "GET", "/api/auth/get-session"]);
    expect(JSON.parse(session.stdout)).toMatchObject({ user: { id: person.userId } });
  });

  test("a token is used until it ends, and a refused one is replaced", async () => {
    await terminal.run(["api", "GET", "/assistant"]);
    const first = kept().orgToken;
    await terminal.run(["api", "GET", "/assistant"]);
    expect(kept().orgToken).toEqual(first);

    const change = (orgToken: unknown) => {
      const credentials = JSON.parse(readFileSync(terminal.credentialsFile, "utf8"));
      credentials.servers[server.url].orgToken = orgToken;
      writeFileSync(terminal.credentialsFile, JSON.stringify(credentials));
    };
    change({ ...first, expiresAtMs: Date.now() + 1000 });
    expect(await terminal.run(["api", "GET", "/assistant"])).toMatchObject({ exitCode: 0 });
    expect(kept().orgToken.value).not.toBe(first.value);
    change({ ...first, value: `${first.value}x` });
    expect(await terminal.run(["api", "GET", "/assistant"])).toMatchObject({ exitCode: 0 });
  });

  test.each([
    ["no method", ["/assistant"]],
    ["another server", ["GET", "https://other.example/assistant"]],
    ["another server without a scheme", ["GET", "//other.example/assistant"]],
    ["a body that is not JSON", ["POST", "/assistant", "-d", "{"]],
    ["a file that is not there", ["POST", "/assistant", "-d", "@nothing.json"]],
    ["a query without a value", ["GET", "/assistant", "-q", "limit"]],
    ["an option that is none", ["GET", "/assistant", "--color"]],
  ])("%s is wrong usage, and nothing is sent", async (_, args) => {
    expect(await terminal.run(["api", ...args])).toMatchObject({ exitCode: 2, stdout: "" });
  });
});

describe("an API token of the environment", () => {
  test("opens its organization without a sign-in", async () => {
    const { body } = await person.json<{ value: string }>("POST", "/token", { tag: "private", name: "CI" });
    terminal.env = { CALLWRIGHT_TOKEN: body.value, CALLWRIGHT_SERVER: server.url };
    expect(await terminal.run(["api", "GET", "/assistant"])).toMatchObject({ exitCode: 0 });
    expect((await terminal.run(["whoami"])).stdout).toContain("An API token (CALLWRIGHT_TOKEN)");
  });

  test("goes nowhere that the environment does not name", async () => {
    await signIn();
    terminal.env = { CALLWRIGHT_TOKEN: "secret" };
    expect(await terminal.run(["whoami"])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("CALLWRIGHT_SERVER") });
  });
});

test("of several organizations one is chosen, by name or id", async () => {
  await signIn();
  const created = await terminal.run(["api", "POST", "/org", "-d", '{"name":"Second"}']);
  const { id } = JSON.parse(created.stdout) as { id: string };
  await signIn();
  const unclear = await terminal.run(["api", "GET", "/assistant"]);
  expect(unclear).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("callwright org <name or id>") });
  expect(await terminal.run(["org", "Third"])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(id) });
  expect(await terminal.run(["org", "Second"])).toMatchObject({ exitCode: 0 });
  expect(JSON.parse((await terminal.run(["api", "GET", `/org/${id}`])).stdout)).toMatchObject({ id, name: "Second" });
  expect((await terminal.run(["org"])).stdout).toContain("* Second");
  expect(await terminal.run(["api", "DELETE", `/org/${id}`])).toMatchObject({ exitCode: 0 });
  const gone = await terminal.run(["api", "GET", "/assistant"]);
  expect(gone).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("You are no longer a member of the chosen organization"),
  });
  expect(await terminal.run(["org", person.orgId])).toMatchObject({ exitCode: 0 });
  expect((await terminal.run(["api", "GET", `/org/${id}`])).exitCode).toBe(1);
});
