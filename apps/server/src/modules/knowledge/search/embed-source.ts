import { timeLimit } from "@callwright/contract";
import type { Embeddings } from "@callwright/engine/conversation";
import type { Database } from "../../../platform/db/connect.ts";
import type { Unread } from "./unread.ts";
import { findWithoutVectors, finishVectors, listPlainPassages, type SourceReading, storeVectors } from "./vector-store.ts";

/** Some servers take no more at a time. */
const BATCH_PASSAGES = 32;
const BATCH_MAX_MS = 60_000;

interface EmbedContext {
  db: Database;
  embeddings: Embeddings;
}

/**
 * Computes the vectors that the passages of a source lack, and stores each batch. A repeated run continues where the last one stopped. Does nothing
 * for a purged source. Fails with an `EmbeddingsError`, whose message contains no text of the source.
 */
export async function embedSource({ db, embeddings }: EmbedContext, source: Unread, signal: AbortSignal): Promise<void> {
  for (;;) {
    const reading = await findWithoutVectors(db, source, embeddings.model);
    if (!reading || (await embedReading({ db, embeddings }, reading, signal))) return;
  }
}

/** False when the text was read again meanwhile. */
async function embedReading({ db, embeddings }: EmbedContext, reading: SourceReading, signal: AbortSignal): Promise<boolean> {
  const { model } = embeddings;
  for (let after = -1; ; ) {
    const batch = await listPlainPassages(db, reading, { model, after, limit: BATCH_PASSAGES });
    const last = batch.at(-1);
    if (!last) return finishVectors(db, reading, model);
    const texts = batch.map(({ heading, text }) => (heading === "" ? text : `${heading}\n\n${text}`));
    const vectors = await embeddings.embed(texts, AbortSignal.any([signal, timeLimit(BATCH_MAX_MS)]));
    const placed = batch.map(({ ordinal }, index) => ({ ordinal, vector: vectors[index] ?? [] }));
    if (!(await storeVectors(db, reading, model, placed))) return false;
    after = last.ordinal;
  }
}
