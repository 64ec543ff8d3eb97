import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { platformRoutes, type Route } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

const PAGES = ["index.html", "talk.html", "api-reference.html"];
const FOREIGN = "https://shop.example";
let server: TestServer;
let webFolder: string;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), "callwright-web-"));
  await mkdir(join(webFolder, "assets"));
  await writeFile(join(webFolder, "assets/index-B3xYz_9a.js"), "export {};");
  for (const page of PAGES)
    await copyFile(fileURLToPath(new URL(`../../../../web/${page}`, import.meta.url)), join(webFolder, page));
  server = await startTestServer({ webFolder });
  // A mail whose text a page must not run.
  await server.signUp({ name: "<script>alert(1)</script>" });
});
afterAll(async () => {
  await server.close();
  await rm(webFolder, { recursive: true });
});

function expectGuarded({ headers }: Response): void {
  const policy = new Map(
    (headers.get("content-security-policy") ?? "").split(";").map((directive) => {
      const [name = "", ...sources] = directive.trim().split(" ");
      return [name, sources];
    }),
  );
  expect(policy.get("script-src")).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  expect(policy.get("default-src")).toEqual(["'self'"]);
  for (const directive of ["object-src", "frame-ancestors"]) expect(policy.get(directive)).toEqual(["'none'"]);
  // A connected host may be one without TLS.
  for (const directive of ["media-src", "connect-src"])
    expect(policy.get(directive)).toEqual(expect.arrayContaining(["https:", "http:"]));
  expect(policy.get("base-uri")).toEqual(["'self'"]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
}

const HTML = { accept: "text/html" };
const AUTH = { "content-type": "application/json", origin: FOREIGN };

test.each<[method: string, path: string, status: number, init?: RequestInit]>([
  ["GET", "/", 200, { headers: HTML }],
  ["GET", "/assets/index-B3xYz_9a.js", 200],
  ["GET", "/docs", 302, { redirect: "manual" }],
  ["GET", "/openapi.json", 200],
  ["GET", "/health", 200],
  ["GET", "/nothing", 404],
  ["GET", "/widget/nothing.js", 404],
  ["GET", "/vapi-web/nothing.js", 404],
  ["GET", "/dev/outbox", 200],
  ["GET", "/artifact/nothing", 404],
  ["GET", "/api/auth/get-session", 200],
  ["GET", "/api/auth/nothing", 404],
  ["POST", "/api/auth/sign-in/email", 403, { headers: AUTH, body: "{}" }],
  ["POST", "/api/auth/sign-in/email", 415, { headers: { "content-type": "text/plain" }, body: "{}" }],
  ["POST", "/api/auth/sign-up/email", 413, { headers: { "content-type": "application/json" }, body: " ".repeat(2_000_000) }],
  ["OPTIONS", "/call/web", 204, { headers: { origin: FOREIGN, "access-control-request-method": "POST" } }],
  ["DELETE", "/", 404],
])("an answer to %s %s with %i has the headers", async (method, path, status, init) => {
  const answer = await fetch(`${server.url}${path}`, { method, ...init });
  expect(answer.status).toBe(status);
  expectGuarded(answer);
});

describe("every page", () => {
  test.each(["/", "/sign-in", "/assistants", "/device", "/talk/x", "/docs/api", "/docs/api/assistant", "/dev/outbox"])(
    "%s has the headers, and no script but files of ours",
    async (path) => {
      const answer = await fetch(`${server.url}${path}`, { headers: HTML });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^text\/html/i)]);
      expectGuarded(answer);
      const html = await answer.text();
      for (const [, attributes = "", code = ""] of html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gis)) {
        expect(attributes).toMatch(/\bsrc="\/(?!\/)/);
        expect(code.trim()).toBe("");
      }
      expect(html).not.toMatch(/<[^>]+\son\w+\s*=|javascript:/i);
    },
  );
});

test("every route of the contract has the headers, and lets pages of other origins in only where a public token may", async () => {
  for (const [name, { method, path, scope }] of Object.entries<Route>(platformRoutes)) {
    const answer = await fetch(`${server.url}${path.replace(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000")}`, {
      method,
      headers: { origin: FOREIGN },
    });
    await answer.body?.cancel();
    expectGuarded(answer);
    const isOpen = scope === "public" || scope === "none";
    expect([name, answer.headers.get("access-control-allow-origin")]).toEqual([name, isOpen ? "*" : null]);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    if (!isOpen) expect([name, answer.status]).toEqual([name, 403]);
  }
});
