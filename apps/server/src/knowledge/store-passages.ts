import { eq } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { knowledgePassage } from "../db/schema/knowledge.ts";
import { file } from "../db/schema/platform.ts";
import { storableText } from "../db/storable-text.ts";
import type { languageOf, Passage } from "./split-text.ts";

export type StoredPassage = Passage & { language: ReturnType<typeof languageOf> };

const BATCH_ROWS = 500;

/** Stores the passages of a file in place of those that it has. Call it in a transaction. Answers how many; none for a file that was purged. */
export async function replacePassages(
  tx: Database,
  orgId: string,
  fileId: string,
  passages: AsyncIterable<StoredPassage>,
): Promise<number> {
  // Two readers of one file take turns.
  const [held] = await tx.select({ id: file.id }).from(file).where(eq(file.id, fileId)).for("update");
  if (!held) return 0;
  await tx.delete(knowledgePassage).where(eq(knowledgePassage.fileId, fileId));
  let count = 0;
  let batch: (typeof knowledgePassage.$inferInsert)[] = [];
  const flush = async () => {
    if (batch.length > 0) await tx.insert(knowledgePassage).values(batch);
    batch = [];
  };
  for await (const { page, heading, text, language } of passages) {
    batch.push({
      ...{ fileId, orgId, ordinal: count++, page: page ?? null, language },
      heading: storableText(heading),
      text: storableText(text),
    });
    if (batch.length === BATCH_ROWS) await flush();
  }
  await flush();
  return count;
}
