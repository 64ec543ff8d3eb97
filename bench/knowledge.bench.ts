/**
 * `npm run bench -- knowledge`: the time of a search in an organization that stores the maximum of text, alternating with a bare `select` of a row in
 * the same database: ranked by words, and by meanings with a local embeddings server that answers at once. Another organization has the same files in
 * the same index. Questions have rare words, common words and unknown words.
 */
import { randomUUID } from "node:crypto";
import { ORG_DOCUMENTS_MAX_BYTES } from "@callwright/contract";
import { createEmbeddings } from "@callwright/engine/conversation";
import { sql } from "drizzle-orm";
import { findPassages } from "../apps/server/src/modules/knowledge/search/find-passages.ts";
import { addFileSource, replacePassages } from "../apps/server/src/modules/knowledge/search/store-passages.ts";
import { startFakeEmbeddings } from "../apps/server/src/modules/knowledge/search/testing/fake-embeddings.ts";
import { file } from "../apps/server/src/modules/knowledge/tables.ts";
import { createLogger } from "../apps/server/src/platform/config/logger.ts";
import { connectDatabase } from "../apps/server/src/platform/db/connect.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { percentile, print, printTable } from "./call/statistics.ts";

const FILES = 10;
const WORDS = 20_000;
const WORDS_OF_PASSAGE = 120;
const SEARCHES = 300;
/** The number of common models. */
const DIMENSIONS = 1536;

/** The same random numbers in each run. */
let state = 1;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
}

/** Few words are common and most are rare, as in any language. */
const word = () => `w${Math.floor(WORDS ** random())}x`;
const passage = () => Array.from({ length: WORDS_OF_PASSAGE }, word).join(" ");

const server = await startBenchServer();
const log = createLogger({ logLevel: "silent" });
const { db, close } = connectDatabase(server.databaseUrl, log, { statementMaxMs: 0 });
const fake = await startFakeEmbeddings();
fake.dimensions = DIMENSIONS;
const embeddings = await createEmbeddings(fake.settings);

async function fill(orgId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < FILES; number++) {
    const [id, at] = [randomUUID(), new Date()];
    await db.insert(file).values({ id, orgId, createdAt: at, updatedAt: at, config: { name: `File ${number}` } });
    async function* passages() {
      for (let bytes = 0; bytes < ORG_DOCUMENTS_MAX_BYTES / FILES; ) {
        const text = passage();
        bytes += text.length;
        yield { page: 1, heading: "", text, language: "english" as const };
      }
    }
    await addFileSource(db, id);
    await replacePassages(db, orgId, id, passages());
    ids.push(id);
  }
  return ids;
}

/** Any vectors take as long to compare as true ones. */
async function addVectors(orgId: string): Promise<void> {
  await db.execute(sql`
    insert into knowledge_vector (source_id, ordinal, model, vector)
    select source_id, ordinal, ${embeddings.model}, decode(repeat(md5(source_id || ordinal), ${DIMENSIONS / 16}), 'hex')
    from knowledge_passage where org_id = ${orgId}`);
}

try {
  const orgId = randomUUID();
  const ids = await fill(orgId);
  await fill(randomUUID());
  await addVectors(orgId);
  await db.execute(sql`vacuum analyze knowledge_vector`);
  await db.execute(sql`vacuum analyze knowledge_passage`);
  await db.execute(sql`vacuum analyze knowledge_word`);
  const taken = { words: [] as number[], meanings: [] as number[], select: [] as number[] };
  const scope = { orgId, sourceIds: ids };
  let found = 0;
  let compared = 0;
  for (let search = 0; search < SEARCHES; search++) {
    const question = `how is the ${Array.from({ length: 6 }, word).join(" ")} or nobody${search}?`;
    const startedAt = performance.now();
    found += (await findPassages({ db, log, embeddings: undefined }, scope, question, { limit: 5 })).passages.length;
    const searchedAt = performance.now();
    const ranked = await findPassages({ db, log, embeddings }, scope, question, { limit: 5 });
    const rankedAt = performance.now();
    compared += ranked.rankedBy === "meanings" ? 1 : 0;
    await db.execute(sql`select * from file where org_id = ${orgId} and id = ${ids[0]}`);
    taken.words.push(searchedAt - startedAt);
    taken.meanings.push(rankedAt - searchedAt);
    taken.select.push(performance.now() - rankedAt);
  }
  const count = await db.execute<{ count: string }>(sql`select count(*) from knowledge_passage where org_id = ${orgId}`);
  const row = (name: string, times: number[]) => [name, ...[0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1))];
  print(
    `${count.rows[0]?.count} passages, ${SEARCHES} searches, ${(found / SEARCHES).toFixed(1)} passages found by each, ${compared} ranked by meanings`,
  );
  const rows = [row("by words", taken.words), row("by meanings", taken.meanings), row("select", taken.select)];
  printTable(["", "p50 ms", "p95 ms", "p99 ms"], rows);
} finally {
  await close();
  await fake.close();
  await server.stop();
}
