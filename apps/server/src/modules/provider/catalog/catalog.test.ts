import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CatalogRow, EndingUse, OfferedNames, Price } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { knownNames, readCatalogFile } from "../../../platform/capabilities/known-names.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import { compareCatalog } from "./compare-catalog.ts";
import { describeEndings, findEndingUses } from "./ending-uses.ts";

const STATED = { source: "https://example.com/models", asOf: "2026-11-29" };
const OVERLAY: CatalogRow[] = [
  {
    part: "model",
    provider: "google",
    name: "gemini-3.5-flash-lite",
    retires: "2026-01-01",
    successor: "gemini-3.8-flash",
    ...STATED,
  },
  { part: "model", provider: "openai", name: "gpt-7-mini", since: "2026-12-01", ...STATED },
  {
    part: "model",
    provider: "openai",
    name: "gpt-6-luna",
    retires: "2026-12-20",
    successor: "gpt-7-mini",
    ...STATED,
    prices: [{ unit: "1m-input-tokens", usd: 9, ...STATED }],
  },
];

let folder: string;
let server: TestServer;
let listing: Server;
/** Requests for the provider's list. */
let asked = 0;
const now = new Date("2026-11-29T12:00:00Z");
let clock = now;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-catalog-"));
  const catalogFile = join(folder, "catalog.json");
  await writeFile(catalogFile, JSON.stringify({ rows: OVERLAY }));
  const body = { data: [{ id: "gpt-9" }, { id: "gpt-6.1-terra" }, { id: "gpt-realtime-2" }, { id: "gpt-image-3" }] };
  listing = createServer((request, response) => {
    asked += 1;
    const isKnown = request.url === "/models" && request.headers.authorization === "Bearer sk-org";
    response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => listing.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(listing.address() as AddressInfo).port}`;
  server = await startTestServer({ config: { catalogFile, providerUrls: { openai: url } }, now: () => clock });
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => listing.close(resolve));
  await rm(folder, { recursive: true });
});

test("the operator's rows take the place of built-in ones, and their prices count", async () => {
  const client = await server.signUp();
  const { body: rows } = await client.json<CatalogRow[]>("GET", "/catalog");
  expect(rows).toEqual(expect.arrayContaining(OVERLAY));
  expect(rows.filter(({ name }) => name === "gpt-6-luna")).toHaveLength(1);
  const { body: prices } = await client.json<Price[]>("GET", "/price");
  const luna = prices.filter(({ model }) => model === "gpt-6-luna");
  expect(luna).toEqual([{ part: "model", provider: "openai", model: "gpt-6-luna", unit: "1m-input-tokens", usd: 9, ...STATED }]);
});

test.each([
  ["an address", { ...OVERLAY[1], baseUrl: "https://evil.example" }, /rows\.0.*baseUrl/],
  ["a header", { ...OVERLAY[1], headers: {} }, /rows\.0.*headers/],
  ["a day that is none", { ...OVERLAY[1], retires: "soon" }, /rows\.0\.retires/],
  ["no source", { part: "model", provider: "openai", name: "x" }, /rows\.0\.source/],
])("a file with %s is refused, and says where", async (_, row, problem) => {
  const path = join(folder, "broken.json");
  await writeFile(path, JSON.stringify({ rows: [row] }));
  await expect(readCatalogFile(path)).rejects.toThrow(problem);
});

test("a refusal names a model of the operator's rows", async () => {
  const client = await server.signUp();
  const model = { provider: "google", model: "gemini-3.8-live" };
  const { body } = await client.json<{ message: string[] }>("POST", "/assistant", { name: "Live", model });
  expect(String(body.message)).toContain("such as gemini-3.8-flash.");
});

test("names to choose from are those that live, with what the provider lists once there is a key", async () => {
  const client = await server.signUp();
  const offered = async () => (await client.json<OfferedNames>("GET", "/catalog/names?part=model&provider=openai")).body;
  const before = await offered();
  expect(before.list).toBe("needs-credential");
  expect(before.names[0]).toBe("gpt-6-luna");
  expect(before.names).not.toContain("gpt-3.5-turbo");
  await client.json("POST", "/credential", { provider: "openai", apiKey: "sk-org" });
  const after = await offered();
  expect(after.list).toBe("read");
  // A model for speech is not among them.
  expect(after.names).toEqual([...before.names, "gpt-9"]);
  const { body } = await client.json<OfferedNames>("GET", "/catalog/names?part=voice&provider=cartesia");
  expect(body).toMatchObject({
    list: "unlisted",
    names: ["sonic-3.5", "sonic-3", "sonic-2", "sonic-turbo", "sonic-preview"],
  });
});

test("a provider is asked once for a key: all who ask share the answer, for ten minutes", async () => {
  const [one, other] = [await server.signUp(), await server.signUp()];
  for (const client of [one, other]) await client.json("POST", "/credential", { provider: "openai", apiKey: "sk-org" });
  const offered = async (client: typeof one, part = "model") =>
    (await client.json<OfferedNames>("GET", `/catalog/names?part=${part}&provider=openai`)).body.list;
  const before = asked;
  expect(await Promise.all(Array.from({ length: 5 }, () => offered(one)))).toEqual(Array(5).fill("read"));
  await offered(one);
  expect(asked - before).toBe(1);
  // The names of another organization's key include those that only the provider lists.
  await offered(other);
  await offered(one, "voice");
  expect(asked - before).toBe(3);
  clock = new Date(now.getTime() + 10 * 60_000);
  await offered(one);
  expect(asked - before).toBe(4);
  clock = now;
});

test("a provider that refuses to list its names leaves those of the catalog", async () => {
  const client = await server.signUp();
  await client.json("POST", "/credential", { provider: "openai", apiKey: "sk-wrong-0123" });
  const { body } = await client.json<OfferedNames>("GET", "/catalog/names?part=model&provider=openai");
  expect(body).toMatchObject({ list: "failed", message: "openai answered with status 401." });
  expect(body.names.length).toBeGreaterThan(10);
});

test("what uses a name that ends is listed with its successor, as the day comes nearer", async () => {
  const client = await server.signUp();
  const make = async (path: string, body: object) => (await client.json<{ id: string }>("POST", path, body)).body.id;
  const model = (name: string) => ({ provider: "openai", model: name });
  const old = await make("/assistant", { name: "Old", model: model("gpt-4.1:westus") });
  const spoken = await make("/assistant", { name: "Spoken", voice: { provider: "openai", voiceId: "marin" } });
  await make("/assistant", { name: "gpt-4", model: { provider: "callwright", model: "builtin" } });
  const squad = await make("/squad", {
    name: "Team",
    members: [{ assistant: { name: "Inline", transcriber: { provider: "openai", model: "gpt-4o-transcribe" } } }],
  });
  const found = async () => (await client.json<EndingUse[]>("GET", "/catalog/ending")).body;
  expect(await found()).toEqual([
    {
      resource: "assistant",
      id: spoken,
      label: "Spoken",
      path: "voice.model",
      part: "voice",
      provider: "openai",
      name: "gpt-4o-mini-tts",
      retires: "2027-01-06",
      hasEnded: false,
    },
    {
      resource: "assistant",
      id: old,
      label: "Old",
      path: "model.model",
      part: "model",
      provider: "openai",
      name: "gpt-4.1:westus",
      retires: "2027-01-14",
      hasEnded: false,
      successor: "gpt-7-mini",
    },
  ]);
  // By then, this person's token has expired.
  const later = await findEndingUses(server.context.db, {
    catalog: knownNames(),
    nowMs: Date.parse("2027-03-01"),
    orgId: client.orgId,
  });
  expect(later.map(({ id, hasEnded }) => [id, hasEnded])).toEqual([
    [spoken, true],
    [old, true],
    [squad, true],
  ]);
  expect(describeEndings(later)[1]).toBe(
    "openai ended the model gpt-4.1:westus on 2027-01-14. 1 configuration uses it. Use gpt-7-mini.",
  );
  expect(later.at(-1)).toMatchObject({ path: "members.0.assistant.transcriber.model", successor: "gpt-transcribe" });
  const stranger = await server.signUp();
  expect((await stranger.json<EndingUse[]>("GET", "/catalog/ending")).body).toEqual([]);
});

test("the catalog is compared with what a provider lists", async () => {
  const { config } = server.context;
  const signal = new AbortController().signal;
  const { differences, skipped } = await compareCatalog(
    knownNames(),
    { ...config, providerKeys: { openai: "sk-org" } },
    now.getTime(),
    signal,
  );
  expect(differences).toEqual([
    { part: "model", provider: "openai", unknown: ["gpt-9"], unlisted: expect.arrayContaining(["gpt-6-luna", "gpt-7-mini"]) },
    { part: "voice", provider: "openai", unknown: [], unlisted: expect.arrayContaining(["tts-1"]) },
    { part: "transcriber", provider: "openai", unknown: [], unlisted: expect.arrayContaining(["gpt-transcribe"]) },
  ]);
  expect(differences[0]?.unlisted).not.toContain("gpt-6.1-terra");
  expect(skipped).toContainEqual({ part: "model", provider: "anthropic", why: "no key" });
});
