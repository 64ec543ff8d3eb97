import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "../../../platform/config/logger.ts";
import { connectDatabase, type DatabaseConnection } from "../../../platform/db/connect.ts";
import { createTestDatabase, openTestCluster, type TestCluster } from "../../../testing/postgres-cluster.ts";
import { file } from "../tables.ts";
import { findPassages } from "./find-passages.ts";
import { languageOf, splitText } from "./split-text.ts";
import { addFileSource, replacePassages } from "./store-passages.ts";

let cluster: TestCluster;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: DatabaseConnection;
beforeAll(async () => {
  cluster = await openTestCluster();
  database = await createTestDatabase(cluster.adminUrl, `search_${randomUUID()}`);
  connection = connectDatabase(database.url, createLogger({ logLevel: "silent" }));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
  await cluster.stop();
});

const context = () => ({ db: connection.db, log: createLogger({ logLevel: "silent" }), embeddings: undefined });

async function addFile(orgId: string, text: string): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  await connection.db.insert(file).values({ id, orgId, createdAt: at, updatedAt: at, config: { name: "Handbook" } });
  await store(orgId, id, text);
  return id;
}

async function store(orgId: string, id: string, text: string): Promise<void> {
  const passages = [...splitText(text, { hasPages: true })].map((each) => ({ ...each, language: languageOf(text) }));
  async function* read() {
    yield* passages;
  }
  await addFileSource(connection.db, id);
  expect(await replacePassages(connection.db, orgId, id, read())).toBe(passages.length);
}

async function ask(orgId: string, fileIds: string[], question: string, limit = 3): Promise<string[]> {
  return (await findPassages(context(), { orgId, sourceIds: fileIds }, question, { limit })).passages.map(({ text }) => text);
}

const HANDBOOK = `# Returns
You can send anything back within 30 days.
# Delivery
A parcel takes two days. Express costs 9 euros.
# Opening hours
We are open from nine to five.
\f# Warranty
Shoes are covered for two years. Ask for Zoë O'Brien.`;

test("a natural question finds its passage, by stems, names and headings", async () => {
  const orgId = randomUUID();
  const id = await addFile(orgId, HANDBOOK);
  const questions = [
    ["How long does the delivery of a parcel take?", "A parcel takes"],
    ["how many days do i have to be sending things back", "You can send"],
    ["And what about the warranties?", "Shoes are covered"],
    ["Is Zoë O'Brien there?", "Shoes are covered"],
    ["when do you open", "We are open"],
  ] as const;
  for (const [question, start] of questions)
    expect((await ask(orgId, [id], question))[0], question).toMatch(new RegExp(`^${start}`));
  const question = "the warranty of shoes";
  const { passages, rankedBy } = await findPassages(context(), { orgId, sourceIds: [id.toUpperCase()] }, question, { limit: 1 });
  const [best] = passages;
  expect(rankedBy).toBe("words");
  expect(best).toMatchObject({ fileId: id, fileName: "Handbook", page: 2, heading: "Warranty" });
  expect(best?.score).toBeGreaterThan(0.8);
  expect(best?.score).toBeLessThanOrEqual(1);
});

test("the rare word decides, where a common one has more matches", async () => {
  const orgId = randomUUID();
  const rows = Array.from(
    { length: 1_200 },
    (_, row) => `# Entry ${row}\nThe price of the ${row === 1190 ? "zebra" : "article"} is ${row} euros.`,
  );
  const id = await addFile(orgId, rows.join("\n"));
  expect(await ask(orgId, [id], "what is the price of the zebra in euros", 1)).toEqual(["The price of the zebra is 1190 euros."]);
  expect(await ask(orgId, [id], "price euros")).toHaveLength(3);
});

test("other languages are found by their own words", async () => {
  const orgId = randomUUID();
  const id = await addFile(
    orgId,
    "# Rückgabe\nDie Ware ist nicht beschädigt und wird mit der Post geschickt.\n# Zeiten\nWir haben bis acht offen.",
  );
  expect(await ask(orgId, [id], "Wird die Ware mit der Post geschickt?", 1)).toEqual([expect.stringMatching(/^Die Ware/)]);
});

test("what nothing is about, and what has no words, finds nothing", async () => {
  const orgId = randomUUID();
  const id = await addFile(orgId, HANDBOOK);
  for (const question of ["Do llamas sing?", "?!", "'\\ & | !:*", "org:"]) expect(await ask(orgId, [id], question)).toEqual([]);
});

test("only files that are named, of this organization, and not deleted, are searched", async () => {
  const [orgId, stranger] = [randomUUID(), randomUUID()];
  const [id, other] = [await addFile(orgId, HANDBOOK), await addFile(orgId, "# Secret\nThe parcel is blue.")];
  expect(await ask(stranger, [id], "parcel")).toEqual([]);
  expect(await ask(stranger, [id], `org:${orgId} parcel`)).toEqual([]);
  expect(await ask(orgId, [id], "parcel")).toHaveLength(1);
  expect(await ask(orgId, [id, other], "parcel")).toHaveLength(2);
  await connection.db.execute(`update file set deleted_at = now() where id = '${other}'`);
  expect(await ask(orgId, [id, other], "parcel")).toHaveLength(1);
});

test("passages are replaced, and go with their file", async () => {
  const orgId = randomUUID();
  const id = await addFile(orgId, HANDBOOK);
  await store(orgId, id, "Parcels take a week.");
  expect(await ask(orgId, [id], "parcel")).toEqual(["Parcels take a week."]);
  await connection.db.execute(`delete from file where id = '${id}'`);
  expect(
    (
      await connection.db.execute(
        `select 1 from knowledge_passage where source_id = '${id}' union all select 1 from knowledge_word where source_id = '${id}'`,
      )
    ).rows,
  ).toEqual([]);
});
