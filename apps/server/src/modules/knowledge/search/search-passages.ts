import type { PassageFound } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { type QuestionWord, readQuestion } from "./question-words.ts";
import { allOf, anyOf, lexeme, orgLexeme } from "./text-query.ts";

/** A word in more passages than this is too common to select passages. It still counts in the comparison. */
const COMMON_WORD_PASSAGES = 500;
/** Maximum passages that are compared. */
const CANDIDATES_MAX = 1_000;
/** How many of these passages are compared by the distance between their words, which takes ten times as long. */
const COMPARED_CLOSELY = 200;
/** The weight of the question's words that a passage contains. The rest is the weight of their distance. */
const COVERAGE_SHARE = 0.8;
/** Sources with a smaller share of an organization's passages than this are also searched by their own index. */
const MANY_SHARE = 0.25;

/** The set of passages that is searched. */
export interface SearchScope {
  orgId: string;
  /** Ids of files and web pages, in lower case. */
  sourceIds: readonly string[];
}

/** Found, with its place in its source, and its vector where there is one. */
export type RankedPassage = PassageFound & { sourceId: string; ordinal: number; vector: Buffer | null };

/**
 * The passages of these sources that best match a question, the best first. Sources of other organizations, and deleted files, have none.
 * A passage need not have all words of the question: rare words count more than common ones. Scores are from 0 to 1. `model`: whose vectors
 * come along; default none.
 */
export async function searchPassages(
  db: Database,
  scope: SearchScope,
  question: string,
  limit: number,
  model?: string,
): Promise<RankedPassage[]> {
  if (scope.sourceIds.length === 0) return [];
  const { words, share } = await readQuestion(db, scope, question);
  const known = words.filter(({ passages }) => passages > 0).sort((a, b) => a.passages - b.passages);
  const candidates = candidateQueries(known);
  if (candidates.length === 0) return [];
  return db.transaction(async (tx) => {
    // The planner expects common words soon, so it would scan the table from its start, past the passages of other organizations.
    await tx.execute(sql`set local enable_seqscan = off`);
    for (const query of candidates) {
      const ranked = await rankCandidates(tx, scope, { words, query, limit, model, areMany: share >= MANY_SHARE });
      if (ranked.length > 0) return ranked;
    }
    return [];
  });
}

/** Queries for the passages to rank, in the order to try them until one finds some. `known` is sorted by rarity, the rarest word first. */
function candidateQueries(known: readonly QuestionWord[]): string[] {
  const rarest = known[0];
  if (!rarest) return [];
  if (rarest.passages >= COMMON_WORD_PASSAGES) return [allOf(known.map(({ query }) => query)), rarest.query];
  const chosen: string[] = [];
  let passages = 0;
  for (const word of known) {
    passages += word.passages;
    if (word.passages >= COMMON_WORD_PASSAGES || passages > CANDIDATES_MAX) break;
    chosen.push(word.query);
  }
  return [anyOf(chosen)];
}

interface Ranking {
  words: readonly QuestionWord[];
  /** A `tsquery` for the passages that are compared. */
  query: string;
  limit: number;
  model: string | undefined;
  /** The sources have a large part of the organization's passages. */
  areMany: boolean;
}

async function rankCandidates(
  tx: Database,
  { orgId, sourceIds }: SearchScope,
  { words, query, limit, model, areMany }: Ranking,
): Promise<RankedPassage[]> {
  const weights = words.map(({ passages }) => 1 / (1 + Math.log1p(passages)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const covered: SQL[] = words.map(
    (word, index) => sql`case when words @@ ${word.query}::tsquery then ${weights[index]}::float8 else 0 end`,
  );
  const every = anyOf(words.map((word) => word.query));
  // As an expression, the id is compared after the words: the index of ids would list most of the organization's passages.
  const sourceId = areMany ? sql`(p.source_id || '')` : sql`p.source_id`;
  const { rows } = await tx.execute<Record<string, unknown> & RankedPassage>(sql`
    with candidate as materialized (
      select p.source_id, p.ordinal, p.words
      from knowledge_passage p
      where p.words @@ ${`${lexeme(orgLexeme(orgId))} & (${query})`}::tsquery
        and p.org_id = ${orgId} and ${sourceId} = any(${sql.param(sourceIds)})
      limit ${CANDIDATES_MAX}
    ), covering as materialized (
      select source_id, ordinal, words, (${sql.join(covered, sql` + `)}) / ${total}::float8 as coverage
      from candidate
      order by coverage desc
      fetch first ${sql.raw(String(COMPARED_CLOSELY))} rows with ties
    ), best as materialized (
      select c.source_id, c.ordinal, s.file_id, s.url, f.config ->> 'name' as name,
        ${COVERAGE_SHARE}::float8 * c.coverage + ${1 - COVERAGE_SHARE}::float8 * ts_rank_cd(c.words, ${every}::tsquery, 32) as score
      from covering c
      join knowledge_source s on s.id = c.source_id and s.org_id = ${orgId}
      left join file f on f.id = s.file_id
      where s.file_id is null or f.deleted_at is null
      order by score desc, c.source_id, c.ordinal
      limit ${limit}
    )
    select b.source_id as "sourceId", b.ordinal, b.file_id as "fileId", b.name as "fileName", b.url, p.page, p.heading, p.text, b.score,
      ${model === undefined ? sql`null` : sql`v.vector`} as vector
    from best b
    join knowledge_passage p on p.source_id = b.source_id and p.ordinal = b.ordinal
    ${model === undefined ? sql`` : sql`left join knowledge_vector v on v.source_id = b.source_id and v.ordinal = b.ordinal and v.model = ${model}`}
    order by b.score desc, b.source_id, b.ordinal`);
  return rows.map((row) => ({ ...row, score: Math.round(row.score * 1000) / 1000 }));
}
