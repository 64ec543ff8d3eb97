import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import { knowledgePassage, knowledgeSource } from "../tables.ts";
import type { languageOf, Passage } from "./split-text.ts";

export type StoredPassage = Passage & { language: ReturnType<typeof languageOf> };

const BATCH_ROWS = 500;

/** Makes a file a source of passages. Without effect for one that was purged. */
export async function addFileSource(tx: Database, fileId: string): Promise<void> {
  await tx.execute(sql`
    insert into knowledge_source (id, org_id, file_id) select id, org_id, id from file where id = ${fileId}
    on conflict do nothing`);
}

/**
 * Stores the passages of a source in place of those that it has. Call it in a transaction. Answers how many; undefined for a source that
 * was purged.
 */
export async function replacePassages(
  tx: Database,
  orgId: string,
  sourceId: string,
  passages: AsyncIterable<StoredPassage>,
): Promise<number | undefined> {
  // Two readers of one source take turns.
  const [held] = await tx
    .select({ id: knowledgeSource.id })
    .from(knowledgeSource)
    .where(eq(knowledgeSource.id, sourceId))
    .for("update");
  if (!held) return undefined;
  await deletePassages(tx, sourceId);
  await tx
    .update(knowledgeSource)
    .set({ revision: sql`${knowledgeSource.revision} + 1`, embeddedWith: null })
    .where(eq(knowledgeSource.id, sourceId));
  let count = 0;
  let batch: (typeof knowledgePassage.$inferInsert)[] = [];
  const flush = async () => {
    if (batch.length > 0) await tx.insert(knowledgePassage).values(batch);
    batch = [];
  };
  for await (const { page, heading, text, language } of passages) {
    batch.push({
      sourceId,
      orgId,
      ordinal: count++,
      page: page ?? null,
      language,
      heading: storableText(heading),
      text: storableText(text),
    });
    if (batch.length === BATCH_ROWS) await flush();
  }
  await flush();
  await tx.execute(sql`
    insert into knowledge_word (org_id, word, source_id, passages)
    select ${orgId}, word, ${sourceId}, ndoc
    from ts_stat(format('select words from knowledge_passage where source_id = %L', ${sourceId}::text))`);
  return count;
}

async function deletePassages(tx: Database, sourceId: string): Promise<void> {
  await tx.execute(sql`delete from knowledge_passage where source_id = ${sourceId}`);
  await tx.execute(sql`delete from knowledge_word where source_id = ${sourceId}`);
}
