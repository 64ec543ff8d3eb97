import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { knowledgeSource, knowledgeVector } from "../tables.ts";
import type { Unread } from "./unread.ts";
import { toBytes } from "./vector.ts";

/** A source at one reading of its text. */
export type SourceReading = Unread & { revision: number };

/** A passage without a vector. */
export interface PlainPassage {
  ordinal: number;
  heading: string;
  text: string;
}

const lacks = (model: string) => or(isNull(knowledgeSource.embeddedWith), ne(knowledgeSource.embeddedWith, model));

/** Sources with passages that lack a vector of the model. Includes those of deleted files, because files can be restored. */
export async function listWithoutVectors(db: Database, model: string): Promise<Unread[]> {
  return db
    .select({ orgId: knowledgeSource.orgId, id: knowledgeSource.id })
    .from(knowledgeSource)
    .where(lacks(model))
    .orderBy(knowledgeSource.id);
}

export async function countWithoutVectors(db: Database, orgId: string, model: string): Promise<number> {
  return db.$count(knowledgeSource, and(eq(knowledgeSource.orgId, orgId), lacks(model)));
}

/** Undefined if the source lacks no vector of the model, or was purged. */
export async function findWithoutVectors(db: Database, { orgId, id }: Unread, model: string): Promise<SourceReading | undefined> {
  const [found] = await db
    .select({ orgId: knowledgeSource.orgId, id: knowledgeSource.id, revision: knowledgeSource.revision })
    .from(knowledgeSource)
    .where(and(eq(knowledgeSource.orgId, orgId), eq(knowledgeSource.id, id), lacks(model)));
  return found;
}

/** The next passages after `ordinal` that have no vector of the model. */
export async function listPlainPassages(
  db: Database,
  { id }: Unread,
  { model, after, limit }: { model: string; after: number; limit: number },
): Promise<PlainPassage[]> {
  const { rows } = await db.execute<Record<string, unknown> & PlainPassage>(sql`
    select p.ordinal, p.heading, p.text
    from knowledge_passage p
    left join knowledge_vector v on v.source_id = p.source_id and v.ordinal = p.ordinal and v.model = ${model}
    where p.source_id = ${id} and p.ordinal > ${after} and v.source_id is null
    order by p.ordinal
    limit ${limit}`);
  return rows;
}

/** Stores vectors of one reading. False when the text has been read again meanwhile: then they are of other passages. */
export async function storeVectors(
  db: Database,
  reading: SourceReading,
  model: string,
  vectors: readonly { ordinal: number; vector: readonly number[] }[],
): Promise<boolean> {
  const rows = vectors.map(({ ordinal, vector }) => ({ sourceId: reading.id, ordinal, model, vector: toBytes(vector) }));
  return db.transaction(async (tx) => {
    if (!(await holdReading(tx, reading))) return false;
    await tx
      .insert(knowledgeVector)
      .values(rows)
      .onConflictDoUpdate({
        target: [knowledgeVector.sourceId, knowledgeVector.ordinal],
        set: { model: sql`excluded.model`, vector: sql`excluded.vector` },
      });
    return true;
  });
}

/** Stores that no passage of a reading lacks a vector. False when the text has been read again meanwhile. */
export async function finishVectors(db: Database, reading: SourceReading, model: string): Promise<boolean> {
  const finished = await db
    .update(knowledgeSource)
    .set({ embeddedWith: model })
    .where(and(eq(knowledgeSource.id, reading.id), eq(knowledgeSource.revision, reading.revision)))
    .returning({ id: knowledgeSource.id });
  return finished.length > 0;
}

/**
 * Deletes the vectors of these sources with another length than `bytes`, because the model behind a name may change. The job computes them in its
 * next run, and repeats a reading that is in progress.
 */
export async function dropVectorsOfOtherLength(
  db: Database,
  sourceIds: readonly string[],
  { model, bytes }: { model: string; bytes: number },
): Promise<void> {
  await db.execute(sql`
    with dropped as (
      delete from knowledge_vector
      where source_id = any(${sql.param(sourceIds)}) and model = ${model} and length(vector) <> ${bytes}
      returning source_id
    )
    update knowledge_source set embedded_with = null, revision = revision + 1
    where id in (select source_id from dropped)`);
}

/** Prevents another reading of the source's text until the end of the transaction. */
async function holdReading(tx: Database, { id, revision }: SourceReading): Promise<boolean> {
  const [held] = await tx
    .select({ id: knowledgeSource.id })
    .from(knowledgeSource)
    .where(and(eq(knowledgeSource.id, id), eq(knowledgeSource.revision, revision)))
    .for("update");
  return held !== undefined;
}
