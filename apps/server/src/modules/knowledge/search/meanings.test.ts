import type { KnowledgeAnswer, StoredFile } from "@callwright/contract";
import { createEmbeddings } from "@callwright/engine/conversation";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { FAULTS } from "../../credential/outgoing/testing/loopback-server.ts";
import { embedSource } from "./embed-source.ts";
import { type FakeEmbeddings, startFakeEmbeddings } from "./testing/fake-embeddings.ts";
import { findWithoutVectors, listWithoutVectors, storeVectors } from "./vector-store.ts";

/** The first text has the words of the question, the second its meaning. */
const QUESTION = "money for a purchase";
const WORDS = "The purchase department counts each purchase.";
const MEANING = "Refunds of a purchase take a week.";

let fake: FakeEmbeddings;
let server: TestServer;
let client: TestClient;
let fileId: string;
beforeAll(async () => {
  fake = await startFakeEmbeddings();
  server = await startTestServer({ config: { embeddings: fake.settings } });
  client = await server.signUp();
  fileId = await upload(`# Office\n${WORDS}\n# Shop\n${MEANING}`);
  await vi.waitFor(async () => expect(await listWithoutVectors(server.context.db, fake.settings.model)).toEqual([]), 30_000);
});
afterEach(() => {
  fake.fault = undefined;
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

async function upload(text: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([text]), "handbook.md");
  const { id } = (await (await client.fetch("/file", { method: "POST", body: form })).json()) as StoredFile;
  await vi.waitFor(async () => {
    expect((await client.json<StoredFile>("GET", `/file/${id}`)).body.status).toBe("done");
  }, 30_000);
  return id;
}

async function ask(path = `/file/${fileId}`, question = QUESTION) {
  const { status, body } = await client.json<KnowledgeAnswer>("POST", `${path}/search`, { question });
  expect(status).toBe(200);
  return { ...body, texts: body.passages.map(({ text }) => text) };
}

const signal = new AbortController().signal;

describe("with a model for meanings", () => {
  test("a search finds by words, and ranks by what they mean", async () => {
    const { texts, rankedBy, passages } = await ask();
    expect({ texts, rankedBy }).toEqual({ texts: [MEANING, WORDS], rankedBy: "meanings" });
    expect(passages[0]?.score).toBeGreaterThan(passages[1]?.score ?? 1);
    expect(passages[0]).not.toHaveProperty("vector");
  });

  test.each([
    ["fulltext", "words", WORDS],
    ["bm25", "words", WORDS],
    ["semantic", "meanings", MEANING],
    ["hybrid", "both", MEANING],
  ])("a knowledge base ranks as its search type %s says, without a warning", async (searchType, rankedBy, first) => {
    const createPlan = { type: "create", chunkPlans: [{ fileIds: [fileId] }] };
    const { body } = await client.json<{ id: string }>("POST", "/knowledge-base", {
      provider: "trieve",
      createPlan,
      searchPlan: { searchType },
    });
    expect(body).not.toHaveProperty("warnings");
    const answer = await ask(`/knowledge-base/${body.id}`);
    expect([answer.rankedBy, answer.texts[0], answer.note]).toEqual([rankedBy, first, undefined]);
  });

  test.each<[string, FakeEmbeddings["fault"], string]>([
    ["never answers", FAULTS.slow, "did not answer in 2000 ms"],
    ["answers with status 500", FAULTS["status 500"], "status 500"],
    ["drops the connection", FAULTS["dropped before its answer"], "could not be reached"],
    ["sends garbage", FAULTS.garbage, "not understood"],
    ["sends 10 MB of nothing", FAULTS["10 MB"], "."],
    ["refuses the key", (response) => response.writeHead(401).end("{}"), "EMBEDDINGS_API_KEY"],
    ["sends no vector", (response) => response.end('{"data":[]}'), "one vector for each text"],
  ])("a server that %s leaves the order of the words, and the answer says why", async (_, fault, reason) => {
    fake.fault = fault;
    const { texts, rankedBy, note } = await ask();
    expect({ texts, rankedBy, note }).toEqual({
      texts: [WORDS, MEANING],
      rankedBy: "words",
      note: expect.stringContaining(reason),
    });
  });

  test.each([32, 96])("vectors of another length than the %d of now are not compared, and are computed again", async (length) => {
    const { db } = server.context;
    const source = { orgId: client.orgId, id: fileId };
    fake.dimensions = length;
    expect(await ask()).toMatchObject({ rankedBy: "words", texts: [WORDS, MEANING], note: expect.any(String) });
    expect(await listWithoutVectors(db, fake.settings.model)).toEqual([source]);
    await embedSource({ db, embeddings: await createEmbeddings(fake.settings) }, source, signal);
    expect(await ask()).toMatchObject({ rankedBy: "meanings", texts: [MEANING, WORDS] });
  });

  test("what no word is found for asks nobody", async () => {
    expect(await ask(undefined, "xylophone")).toMatchObject({ passages: [], rankedBy: "words" });
  });
});

describe("computing vectors", () => {
  const db = () => server.context.db;
  const source = async () => ({ orgId: client.orgId, id: fileId });

  test("goes on where it stopped, and asks for no vector twice", { tags: "long" }, async () => {
    const long = Array.from({ length: 40 }, (_, number) => `# Part ${number}\nAbout number ${number}.`).join("\n");
    const id = await upload(long);
    await vi.waitFor(async () => expect(await listWithoutVectors(db(), fake.settings.model)).toEqual([]), 30_000);
    const other = await createEmbeddings({ ...fake.settings, model: "other" });
    const before = fake.texts;
    let requests = 0;
    fake.fault = undefined;
    const failing = {
      ...other,
      embed: async (...given: Parameters<typeof other.embed>) => {
        if (++requests === 2) throw new Error("down");
        return other.embed(...given);
      },
    };
    await expect(embedSource({ db: db(), embeddings: failing }, { orgId: client.orgId, id }, signal)).rejects.toThrow("down");
    expect(await findWithoutVectors(db(), { orgId: client.orgId, id }, "other")).toBeDefined();
    await embedSource({ db: db(), embeddings: other }, { orgId: client.orgId, id }, signal);
    expect(fake.texts - before).toBe(40);
    expect(await findWithoutVectors(db(), { orgId: client.orgId, id }, "other")).toBeUndefined();
    const { rows } = await db().execute(sql`select distinct model from knowledge_vector where source_id = ${id}`);
    expect(rows).toEqual([{ model: "other" }]);
    await embedSource({ db: db(), embeddings: other }, { orgId: client.orgId, id }, signal);
    expect(fake.texts - before).toBe(40);
  });

  test("of a text that was read again meanwhile are not stored", async () => {
    const reading = await findWithoutVectors(db(), await source(), "third");
    expect(reading).toMatchObject({ id: fileId });
    if (!reading) return;
    await db().execute(sql`update knowledge_source set revision = revision + 1 where id = ${fileId}`);
    expect(await storeVectors(db(), reading, "third", [{ ordinal: 0, vector: [1, 2] }])).toBe(false);
    expect((await ask()).rankedBy).toBe("meanings");
  });
});
