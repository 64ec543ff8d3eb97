import { type KnowledgeAnswer, timeLimit } from "@callwright/contract";
import type { Embeddings } from "@callwright/engine/conversation";
import type { Logger } from "../../../platform/config/logger.ts";
import type { Database } from "../../../platform/db/connect.ts";
import { type RankedPassage, type SearchScope, searchPassages } from "./search-passages.ts";
import { cosine, toBytes } from "./vector.ts";
import { dropVectorsOfOtherLength } from "./vector-store.ts";

/** What a search needs of the server. */
export interface KnowledgeContext {
  db: Database;
  log: Pick<Logger, "warn">;
  /** Undefined where no model for meanings is configured: passages are ranked by their words. */
  embeddings: Embeddings | undefined;
}

/** How passages are ordered: by their words, by what they mean, or by both alike. */
export type Ranking = KnowledgeAnswer["rankedBy"];

export interface FindOptions {
  limit: number;
  /** Default `meanings`. Without a model for meanings: `words`. */
  ranking?: Ranking;
}

/** The passages with the best words, which are compared by what they mean. */
const COMPARED = 200;

/**
 * The passages of these sources that best match a question, best first. Meanings are compared only among the passages whose words match best. If the
 * model for meanings does not answer in time, words decide the order, and `note` says so.
 */
export async function findPassages(
  { db, log, embeddings }: KnowledgeContext,
  { orgId, sourceIds }: SearchScope,
  question: string,
  { limit, ranking = "meanings" }: FindOptions,
): Promise<KnowledgeAnswer> {
  const scope = { orgId, sourceIds: [...new Set(sourceIds.map((id) => id.toLowerCase()))] };
  if (!embeddings || ranking === "words" || scope.sourceIds.length === 0)
    return { passages: (await searchPassages(db, scope, question, limit)).map(toPassage), rankedBy: "words" };
  const unused = new AbortController();
  const asked = askVector(embeddings, question, unused.signal);
  try {
    const candidates = await searchPassages(db, scope, question, COMPARED, embeddings.model);
    const byWords = (note?: string): KnowledgeAnswer => ({
      passages: candidates.slice(0, limit).map(toPassage),
      rankedBy: "words",
      ...(note !== undefined && { note }),
    });
    if (candidates.length === 0) return byWords();
    if (candidates.every(({ vector }) => vector === null)) return byWords("Meanings of these passages are not computed yet.");
    const answer = await asked;
    if ("failure" in answer) {
      log.warn({ failure: answer.failure }, "passages are ranked by their words: there is no vector of the question");
      return byWords(answer.failure);
    }
    const stale = candidates.filter(({ vector }) => vector !== null && vector.length !== answer.vector.length);
    if (stale.length > 0) {
      const { model } = embeddings;
      log.warn({ model }, "the model for meanings gives vectors of another length than before: older ones are computed again");
      const sources = [...new Set(stale.map(({ sourceId }) => sourceId))];
      await dropVectorsOfOtherLength(db, sources, { model, bytes: answer.vector.length });
    }
    const ranked = rank(candidates, answer.vector, ranking);
    if (ranked) return { passages: ranked.slice(0, limit).map(toPassage), rankedBy: ranking };
    return byWords("The model for meanings has changed. Meanings of these passages are computed again within an hour.");
  } finally {
    unused.abort();
  }
}

/** Passages without a vector keep the score of their words. Undefined where no vector can be compared. */
function rank(candidates: readonly RankedPassage[], question: Buffer, ranking: Ranking): RankedPassage[] | undefined {
  let isCompared = false;
  const scored = candidates.map((passage) => {
    const similarity = passage.vector ? cosine(question, passage.vector) : undefined;
    if (similarity === undefined) return passage;
    isCompared = true;
    const meaning = Math.max(similarity, 0);
    return { ...passage, score: rounded(ranking === "both" ? (meaning + passage.score) / 2 : meaning) };
  });
  return isCompared ? scored.sort((a, b) => b.score - a.score) : undefined;
}

/** Never fails. */
async function askVector(
  embeddings: Embeddings,
  question: string,
  unused: AbortSignal,
): Promise<{ vector: Buffer } | { failure: string }> {
  const deadline = timeLimit(embeddings.questionTimeoutMs);
  const signal = AbortSignal.any([deadline, unused]);
  try {
    const [vector = []] = await Promise.race([embeddings.embed([question], signal), rejectOn(signal)]);
    return { vector: toBytes(vector) };
  } catch (error) {
    if (deadline.aborted) return { failure: `The embeddings server did not answer in ${embeddings.questionTimeoutMs} ms.` };
    return { failure: error instanceof Error ? error.message : "The embeddings server failed." };
  }
}

/** A server that sends byte after byte keeps a request open. */
function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

function toPassage({ sourceId: _, ordinal: __, vector: ___, ...passage }: RankedPassage): KnowledgeAnswer["passages"][number] {
  return passage;
}

const rounded = (score: number) => Math.round(score * 1000) / 1000;
