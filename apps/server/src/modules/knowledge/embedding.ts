import type { Embeddings } from "@callwright/engine/conversation";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { startScheduledJob } from "../../platform/jobs/scheduled-job.ts";
import { type ReadingOptions, startReading } from "./reading.ts";
import { embedSource } from "./search/embed-source.ts";
import type { Unread } from "./search/unread.ts";
import { countWithoutVectors, listWithoutVectors } from "./search/vector-store.ts";

/** 20 MB of text take many requests. A job whose node has died is known by its heartbeat. */
const EXPIRE_SECONDS = 3_600;

interface EmbeddingOptions extends Omit<ReadingOptions, "queue" | "store" | "read" | "expireSeconds"> {
  embeddings: Embeddings;
}

/** Computes vectors of passages: of new ones, and of all after a change of the model. A server that was down for long is asked again every hour. */
export async function startEmbedding({ embeddings, ...options }: EmbeddingOptions): Promise<JobQueue<Unread>> {
  const { db, log } = options;
  const { model } = embeddings;
  const embedding = await startReading({
    ...options,
    queue: "knowledge-embedding",
    expireSeconds: EXPIRE_SECONDS,
    store: {
      list: () => listWithoutVectors(db, model),
      count: (tx, orgId) => countWithoutVectors(tx, orgId, model),
      fail: async (_db, { orgId, id }, failure) => log.warn({ orgId, sourceId: id, failure }, "passages have no vectors yet"),
    },
    read: (source, signal) => embedSource({ db, embeddings }, source, signal),
  });
  await startScheduledJob(options, {
    name: "knowledge-embedding-again",
    minute: 40,
    run: async () => {
      for (const source of await listWithoutVectors(db, model)) await embedding.add(db, source);
    },
  });
  return embedding;
}
