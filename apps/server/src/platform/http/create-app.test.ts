import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import { platformRoutes } from "@callwright/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runClusterUrl } from "../../testing/postgres-cluster.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { isApiPath, TYPED_PATHS } from "./own-paths.ts";

const PAGE = "<!doctype html><title>Callwright</title>";
const VISITOR_PAGE = "<!doctype html><title>Talk</title>";
const SCRIPT = `export const words = ${JSON.stringify("word ".repeat(2000))};`;
/** Compressed differently than the server would compress it. */
const COMPRESSED_SCRIPT = brotliCompressSync(SCRIPT, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
let server: TestServer;
let webFolder: string;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), "callwright-web-"));
  await mkdir(join(webFolder, "assets"));
  await writeFile(join(webFolder, "index.html"), PAGE);
  await writeFile(join(webFolder, "talk.html"), VISITOR_PAGE);
  await writeFile(join(webFolder, "favicon.svg"), "<svg/>");
  await writeFile(join(webFolder, "assets/index-B3xYz_9a.js"), SCRIPT);
  await writeFile(join(webFolder, "assets/page-B3xYz_9b.js"), SCRIPT);
  await writeFile(join(webFolder, "assets/page-B3xYz_9b.js.br"), COMPRESSED_SCRIPT);
  server = await startTestServer({ webFolder });
});
afterAll(async () => {
  await server.close();
  await rm(webFolder, { recursive: true });
});

const navigate = (path: string, method = "GET") =>
  fetch(`${server.url}${path}`, { method, headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });

/** Every address of the dashboard: plural, or a word that no resource has. */
const DASHBOARD_PATHS = [
  "/",
  "/sign-in",
  "/sign-up",
  "/device",
  "/assistants",
  "/assistants/7d0e3f0a-0000-4000-8000-000000000000",
  "/squads",
  "/workflows",
  "/tools",
  "/files",
  "/calls",
  "/calls/7d0e3f0a-0000-4000-8000-000000000000",
  "/chats",
  "/sessions",
  "/knowledge/files/7d0e3f0a-0000-4000-8000-000000000000",
  "/chats/sessions",
  "/phone-numbers",
  "/campaigns",
  "/reports",
  "/test-suites",
  "/webhooks",
  "/settings",
  "/settings/members",
];

describe("the dashboard's page", () => {
  test.each(DASHBOARD_PATHS)("is at %s", async (path) => {
    expect(isApiPath(path)).toBe(false);
    const response = await navigate(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(await response.text()).toBe(PAGE);
  });

  test("is another one for the visitors of an assistant, who need nothing of the dashboard", async () => {
    const path = "/talk/7d0e3f0a-0000-4000-8000-000000000000";
    expect(isApiPath(path)).toBe(false);
    expect(await (await navigate(path)).text()).toBe(VISITOR_PAGE);
  });

  test.each([
    ...Object.values(platformRoutes)
      .map(({ path }) => path.replace("{id}", "x"))
      .filter((path) => !TYPED_PATHS.has(path)),
    "/health",
    "/api/auth/ok",
    "/api/nothing",
    "/artifact/x",
  ])("is not at the API's %s, even for a browser", async (path) => {
    const response = await navigate(path);
    expect(response.headers.get("content-type") ?? "").not.toContain("text/html");
  });

  test("is at /analytics, which people type, too", async () => {
    expect(await (await navigate("/analytics")).text()).toBe(PAGE);
    expect((await fetch(`${server.url}/analytics`, { headers: { accept: "application/json" } })).status).toBe(405);
  });

  test("is for who navigates, not for programs or other verbs", async () => {
    const program = await fetch(`${server.url}/assistants`, { headers: { accept: "application/json" } });
    expect(program.status).toBe(404);
    expect(await program.json()).toMatchObject({ statusCode: 404, message: "Path not found.", code: "not-found" });
    expect((await navigate("/assistants", "POST")).status).toBe(404);
    expect((await navigate("/assistants", "HEAD")).status).toBe(200);
  });

  test("is at / for plain tools too, which take anything", async () => {
    const takingAnything: Record<string, string>[] = [{ accept: "*/*" }, {}];
    for (const headers of takingAnything) {
      const answer = await getRaw("/", headers);
      expect([answer.status, answer.body.toString()]).toEqual([200, PAGE]);
    }
    expect((await getRaw("/", { accept: "application/json" })).status).toBe(404);
    expect((await getRaw("/assistants", { accept: "*/*" })).status).toBe(404);
  });

  test("may run our own scripts alone", async () => {
    const { headers } = await navigate("/");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("permissions-policy")).toContain("microphone=(self)");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });
});

describe("its files", () => {
  test("with a hash in their name are kept for good, the others asked for again", async () => {
    const hashed = await fetch(`${server.url}/assets/index-B3xYz_9a.js`);
    expect(hashed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(hashed.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(await hashed.text()).toBe(SCRIPT);
    const plain = await fetch(`${server.url}/favicon.svg`);
    expect(plain.headers.get("cache-control")).toBe("no-cache");
    expect(plain.headers.get("content-type")).toBe("image/svg+xml");
  });

  test.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip, br;q=0", "gzip", gunzipSync],
    ["identity", undefined, (bytes: Buffer) => bytes],
  ] as const)("for a client that takes '%s' they come as %s", async (accepted, encoding, decode) => {
    const { headers, body } = await getRaw("/assets/index-B3xYz_9a.js", { "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers.vary).toContain("Accept-Encoding");
    expect(decode(body).toString()).toBe(SCRIPT);
  });

  test("that the build has compressed are sent as it made them, and are no files of their own", async () => {
    const path = "/assets/page-B3xYz_9b.js";
    const { headers, body } = await getRaw(path, { "accept-encoding": "gzip, br" });
    expect([headers["content-encoding"], headers["content-type"]]).toEqual(["br", "text/javascript; charset=utf-8"]);
    expect(body.equals(COMPRESSED_SCRIPT)).toBe(true);
    expect((await getRaw(path, {})).body.toString()).toBe(SCRIPT);
    expect((await getRaw(`${path}.br`, {})).status).toBe(404);
  });

  test("that do not exist are 404, and nothing outside their folder can be read", async () => {
    expect((await fetch(`${server.url}/assets/gone.js`)).status).toBe(404);
    await writeFile(join(webFolder, "../callwright-outside.txt"), "outside");
    for (const path of [
      "/../callwright-outside.txt",
      "/assets/../../callwright-outside.txt",
      "/%2e%2e/callwright-outside.txt",
      "/..%2fcallwright-outside.txt",
    ])
      expect((await getRaw(path, {})).body.toString()).not.toContain("outside");
    await rm(join(webFolder, "../callwright-outside.txt"));
  });
});

describe("every answer", () => {
  test.each(["/health", "/assistant", "/nothing", "/", "/api/auth/ok", "/%E0%A4%A", "/call/%00"])(
    "of %s has a request id",
    async (path) => {
      const [first, second] = [await getRaw(path, {}), await getRaw(path, {})];
      expect(first.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
      expect(first.status).toBeLessThan(500);
    },
  );

  test("of the API is not kept by caches", async () => {
    expect((await fetch(`${server.url}/server-status`)).headers.get("cache-control")).toBe("no-store");
  });

  test("takes a proxy's request id only from a trusted proxy", async () => {
    const given = { "x-request-id": "from-the-proxy" };
    expect((await getRaw("/health", given)).headers["x-request-id"]).not.toBe("from-the-proxy");
    const trusting = await startTestServer({ config: { trustProxy: true } });
    expect((await getRaw("/health", given, trusting)).headers["x-request-id"]).toBe("from-the-proxy");
    expect((await getRaw("/health", { "x-request-id": "a b\tc" }, trusting)).headers["x-request-id"]).not.toBe("a b\tc");
    await trusting.close();
  });
});

test("health is told while the server runs", async () => {
  const response = await fetch(`${server.url}/health`);
  expect([response.status, await response.json()]).toEqual([200, { status: "ready" }]);
});

test("while the database is away, health and sessions say so, and they come back with it", { tags: "long" }, async () => {
  const own = await startTestServer();
  const { cookie } = await own.signUp();
  const statuses = async () => {
    const session = `${own.url}/api/auth/get-session?disableCookieCache=true`;
    const answers = await Promise.all([fetch(`${own.url}/health`), fetch(session, { headers: { cookie } })]);
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200]);
  const name = new URL(own.context.config.databaseUrl ?? "").pathname.slice(1);
  const admin = new pg.Client(runClusterUrl());
  await admin.connect();
  try {
    await admin.query(`alter database "${name}" with allow_connections false`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    await expect.poll(statuses).toEqual([503, 503]);
    await admin.query(`alter database "${name}" with allow_connections true`);
    await expect.poll(statuses).toEqual([200, 200]);
  } finally {
    await admin.end();
    await own.close();
  }
});

/** A request without fetch's own changes: decoding, and normalizing of paths. */
function getRaw(
  path: string,
  headers: Record<string, string>,
  { url } = server,
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject).end();
  });
}
