import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ErrorBody,
  type KnowledgeAnswer,
  type KnowledgeBase,
  ORG_DOCUMENTS_MAX_BYTES,
  WEBSITE_MAX_BYTES,
  type Website,
} from "@callwright/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

/** Long enough for a busy machine. */
const WAIT = { timeout: 60_000, interval: 100 };
const PRICES = "<html><body><nav>Menu</nav><h1>Prices</h1><h2>Repairs</h2><p>A new tire costs ten euros.</p></body></html>";

let server: TestServer;
let client: TestClient;
let site: Server;
let origin: string;
let asked: string[];
let pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;

beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
  site = createServer((request, response) => {
    asked.push(request.url ?? "");
    const answer = pages[request.url ?? ""];
    if (answer) answer(request, response);
    else response.writeHead(404).end("no");
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await server.close();
});
beforeEach(() => {
  asked = [];
  pages = { "/prices": (_, response) => response.setHeader("content-type", "text/html; charset=utf-8").end(PRICES) };
});

const planOf = (...paths: string[]) => ({
  type: "create",
  chunkPlans: [{ websites: paths.map((path) => `${origin}${path}`) }],
});

async function create(...paths: string[]): Promise<KnowledgeBase> {
  const body = { provider: "trieve", createPlan: planOf(...paths) };
  const created = await client.json<KnowledgeBase>("POST", "/knowledge-base", body);
  expect(created).toMatchObject({ status: 201 });
  return created.body;
}

async function read(id: string): Promise<Website[]> {
  return vi.waitFor(async () => {
    const { websites = [] } = (await client.json<KnowledgeBase & { websites?: Website[] }>("GET", `/knowledge-base/${id}`)).body;
    expect(websites.map(({ status }) => status)).not.toContain("reading");
    return websites;
  }, WAIT);
}

async function ask(id: string, question: string): Promise<KnowledgeAnswer["passages"]> {
  return (await client.json<KnowledgeAnswer>("POST", `/knowledge-base/${id}/search`, { question })).body.passages;
}

test("a page is read with its headings, and found by its address", async () => {
  const base = await create("/prices", "/prices");
  expect(base).toMatchObject({ websites: [{ url: `${origin}/prices`, status: "reading" }] });
  expect(await read(base.id)).toMatchObject([{ status: "ready", passageCount: 1, readAt: expect.any(String) }]);
  expect(await ask(base.id, "What does a tire cost?")).toEqual([
    {
      fileId: null,
      fileName: null,
      url: `${origin}/prices`,
      page: null,
      heading: "Prices › Repairs",
      text: "A new tire costs ten euros.",
      score: expect.any(Number),
    },
  ]);
  expect(asked).toEqual(["/prices"]);
});

test("each page that cannot be read says why, and the others are read", async () => {
  pages["/moved"] = (_, response) => response.writeHead(302, { location: "/prices" }).end();
  pages["/circle"] = (_, response) => response.writeHead(302, { location: "/circle" }).end();
  pages["/picture"] = (_, response) => response.setHeader("content-type", "image/png").end("x");
  pages["/empty"] = (_, response) => response.setHeader("content-type", "text/html").end("<script>fill()</script>");
  pages["/large"] = (_, response) => response.end("x".repeat(WEBSITE_MAX_BYTES + 1));
  pages["/broken"] = (request) => request.socket.destroy();
  pages["/latin"] = (_, response) =>
    response.setHeader("content-type", "text/html; charset=iso-8859-1").end(Buffer.from("<p>Müller öffnet um neun.", "latin1"));
  const base = await create("/moved", "/circle", "/picture", "/empty", "/large", "/broken", "/none", "/latin");
  const became = Object.fromEntries(
    (await read(base.id)).map(({ url, status, failure }) => [url.replace(origin, ""), failure ?? status]),
  );
  expect(became).toEqual({
    "/moved": "ready",
    "/circle": expect.stringContaining("more than 5 redirects"),
    "/picture": "It is no web page: its type is image/png.",
    "/empty": "There is no text in it. Its scripts are not run. Upload its text as a file.",
    "/large": "It has more than 5 MB.",
    "/broken": expect.stringContaining("broke the connection off"),
    "/none": "The server answered with status 404.",
    "/latin": "ready",
  });
  expect((await ask(base.id, "Wann öffnet Müller?"))[0]?.text).toBe("Müller öffnet um neun.");
});

test("a change of the plan reads new pages and forgets removed ones; pages are read again when somebody says so", async () => {
  const base = await create("/prices");
  await read(base.id);
  pages["/hours"] = (_, response) => response.setHeader("content-type", "text/html").end("<p>We open at nine.");
  await client.json("PATCH", `/knowledge-base/${base.id}`, { createPlan: planOf("/hours") });
  await read(base.id);
  expect(await ask(base.id, "tire")).toEqual([]);
  expect(await ask(base.id, "When do you open?")).toHaveLength(1);
  expect(asked).toEqual(["/prices", "/hours"]);
  pages["/hours"] = (_, response) => response.setHeader("content-type", "text/html").end("<p>We open at ten.");
  const again = await client.json<KnowledgeBase>("POST", `/knowledge-base/${base.id}/websites/read`);
  expect(again).toMatchObject({ status: 200, body: { websites: [{ status: "reading" }] } });
  await read(base.id);
  expect((await ask(base.id, "When do you open?")).map(({ text }) => text)).toEqual(["We open at ten."]);
  // The text that was read stays when the site is down.
  pages["/hours"] = (_, response) => response.writeHead(500).end();
  await client.json("POST", `/knowledge-base/${base.id}/websites/read`);
  expect(await read(base.id)).toMatchObject([
    { status: "failed", failure: "The server answered with status 500.", passageCount: 1 },
  ]);
  expect(await ask(base.id, "When do you open?")).toHaveLength(1);
});

test("another organization reads nothing again, and a private address is refused", async () => {
  const base = await create("/prices");
  const stranger = await server.signUp();
  expect((await stranger.json<ErrorBody>("POST", `/knowledge-base/${base.id}/websites/read`)).status).toBe(404);
  const guarded = await startTestServer();
  try {
    const own = await guarded.signUp();
    const body = { provider: "trieve", createPlan: planOf("/prices") };
    const { id } = (await own.json<KnowledgeBase>("POST", "/knowledge-base", body)).body;
    await vi.waitFor(async () => {
      const found = (await own.json<KnowledgeBase>("GET", `/knowledge-base/${id}`)).body;
      expect(found).toMatchObject({ websites: [{ status: "failed", failure: expect.stringContaining("own network") }] });
    }, WAIT);
  } finally {
    await guarded.close();
  }
});

test("pages count towards the documents of the organization, and one too many says so", async () => {
  pages["/full"] = (_, response) => response.setHeader("content-type", "text/plain").end("Anchors are out of stock.");
  const first = await create("/prices");
  expect(await read(first.id)).toMatchObject([{ status: "ready", bytes: PRICES.length }]);
  const size = (bytes: number) =>
    server.context.db.execute(sql`
      update knowledge_base set state = jsonb_set(state, '{websites,0,bytes}', ${String(bytes)}::jsonb) where id = ${first.id}`);
  const sum = await server.context.db.execute<{ others: number }>(sql`
    select coalesce(sum((w ->> 'bytes')::bigint), 0)::float8 as others
    from knowledge_base k, jsonb_array_elements(k.state -> 'websites') w
    where k.org_id = ${client.orgId} and k.id <> ${first.id} and k.deleted_at is null`);
  const room = ORG_DOCUMENTS_MAX_BYTES - (sum.rows[0]?.others ?? 0);
  await size(room - 24);
  const second = await create("/full");
  expect(await read(second.id)).toMatchObject([
    { status: "failed", failure: expect.stringContaining("50.0 MB of files and web pages in an organization; 50.0 MB are used") },
  ]);
  const form = new FormData();
  form.set("file", new Blob(["x".repeat(100)]), "x.txt");
  const upload = await client.fetch("/file", { method: "POST", body: form });
  expect([upload.status, ((await upload.json()) as ErrorBody).message]).toEqual([
    400,
    [expect.stringMatching(/^file exceeds the limit of 50\.0 MB of files and web pages/)],
  ]);
  // The second reading replaces the page's size.
  await client.json("POST", `/knowledge-base/${first.id}/websites/read`);
  expect(await read(first.id)).toMatchObject([{ status: "ready", bytes: PRICES.length }]);
  await client.json("POST", `/knowledge-base/${second.id}/websites/read`);
  expect(await read(second.id)).toMatchObject([{ status: "ready" }]);
});
