import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PLATFORM_ERRORS, platformRoutes } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

/** The API for people: `/docs/api`, in the page of the dashboard's build. */

const SHELL = fileURLToPath(new URL("../../../../web/api-reference.html", import.meta.url));

let server: TestServer;
let webFolder: string;
/** Every page that another page links to, by path. */
const pages = new Map<string, string>();

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), "callwright-reference-"));
  await cp(SHELL, join(webFolder, "api-reference.html"));
  server = await startTestServer({ webFolder });
  const pending = ["/docs/api"];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (pages.has(path)) continue;
    const response = await fetch(server.url + path);
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    pages.set(path, await response.text());
    pending.push(...links(path).flatMap(({ to }) => (to.startsWith("/docs/api") ? [to] : [])));
  }
});
afterAll(async () => {
  await server?.close();
  if (webFolder) await rm(webFolder, { recursive: true });
});

function links(path: string): { to: string; anchor: string | undefined }[] {
  return [...(pages.get(path) ?? "").matchAll(/<a href="([^"#]*)(?:#([^"]*))?"/g)].map(([, to, anchor]) => ({
    to: to || path,
    anchor,
  }));
}

const has = (path: string, id: string) => pages.get(path)?.includes(`id="${id}"`) === true;
const text = (path: string) => pages.get(path) ?? "";

test("has a page for every resource and every schema, and no link that leads nowhere", () => {
  const broken = [...pages.keys()].flatMap((path) =>
    links(path)
      .filter(({ to, anchor }) => pages.has(to) && anchor !== undefined && !has(to, anchor))
      .map(({ to, anchor }) => `${path} → ${to}#${anchor}`),
  );
  expect(broken).toEqual([]);
  expect(pages.has("/docs/api/assistant")).toBe(true);
  expect(pages.has("/docs/api/schemas/CreateAssistant")).toBe(true);
});

test("tells every route of the contract, once, and leads there from the first page", () => {
  const anchors = links("/docs/api").flatMap(({ anchor }) => anchor ?? []);
  expect(anchors.filter((anchor) => anchor in platformRoutes).sort()).toEqual(Object.keys(platformRoutes).sort());
});

test("tells what a route takes, answers and fails with, and how one calls it", () => {
  const page = text("/docs/api/chat");
  expect(page).toContain("Needs a public or a private token.");
  expect(page).toContain('<a href="/docs/api/schemas/CreateWebChat">CreateWebChat</a>');
  expect(page).toContain("a stream; each event is");
  expect(page).toContain('<a href="/docs/api/errors#429">429</a>');
  expect(page).toContain("curl -X POST &quot;$HOST/chat/web&quot;");
  expect(page).toContain("for await (const event of client.chats.createWeb(");
});

test("tells every error by its code", () => {
  for (const code of Object.keys(PLATFORM_ERRORS)) expect(text("/docs/api/errors")).toContain(`<code>${code}</code>`);
});

describe("how it is served", () => {
  test("as the policy for pages demands: no script and no style in the page, nothing of another origin", () => {
    for (const page of pages.values()) {
      expect(page).not.toMatch(/<style|\sstyle="|\son\w+="|<script(?! [^>]*src="\/)/);
      expect(page).not.toMatch(/(?:src|<link[^>]* href)="(?!\/)/);
      expect(page).not.toContain("<!-- content -->");
    }
  });

  test("in a few bytes to who has it; what is not there is a 404", async () => {
    const first = await fetch(`${server.url}/docs/api`);
    expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const again = await fetch(`${server.url}/docs/api`, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
    expect((await fetch(`${server.url}/docs/api/nothing`)).status).toBe(404);
    expect((await fetch(`${server.url}/docs`, { redirect: "manual" })).headers.get("location")).toBe("/docs/api");
  });
});
