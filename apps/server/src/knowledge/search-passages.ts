import type { PassageFound } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/connect.ts";

/** A word that more passages have says too little to choose passages by. It still counts when they are compared. */
const COMMON_WORD_PASSAGES = 500;
/** Passages that are compared. */
const CANDIDATES_MAX = 1_000;
/** Of a question, the words that are looked for. */
const WORDS_MAX = 24;
/** How much of the score is the question's words that a passage has. The rest is how near to each other they stand. */
const COVERAGE_SHARE = 0.8;
/** The parser's kinds of tokens that are words or numbers. Parts of compounds come by themselves. */
const WORD_TOKENS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22];

/** A word of a question: its stem or the word itself, for passages of either language. */
interface QuestionWord {
  /** A `tsquery`. */
  query: string;
  /** Passages that have it, up to `COMMON_WORD_PASSAGES`. */
  passages: number;
}

/**
 * The passages of these files that best match a question, the best first. Files of other organizations, and deleted ones, have none.
 * A passage need not have all words of the question: rare words count more than common ones. Scores are from 0 to 1.
 */
export async function searchPassages(
  db: Database,
  orgId: string,
  fileIds: readonly string[],
  question: string,
  limit: number,
): Promise<PassageFound[]> {
  const scope: Scope = { orgId, files: [...new Set(fileIds.map((id) => id.toLowerCase()))] };
  if (scope.files.length === 0) return [];
  const words = await findWords(db, scope, question);
  const known = words.filter(({ passages }) => passages > 0).sort((a, b) => a.passages - b.passages);
  for (const query of candidateQueries(known)) {
    const found = await rankCandidates(db, scope, words, query, limit);
    if (found.length > 0) return found;
  }
  return [];
}

interface Scope {
  orgId: string;
  files: readonly string[];
}

const lexeme = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
const anyOf = (queries: readonly string[]) => queries.map((query) => `(${query})`).join(" | ");
const allOf = (queries: readonly string[]) => queries.map((query) => `(${query})`).join(" & ");
/** With the organization, the index answers with its passages alone. */
const inOrg = ({ orgId }: Scope, query: string) => sql`${`${lexeme(`org:${orgId}`)} & (${query})`}::tsquery`;
const ofFiles = ({ orgId, files }: Scope) => sql`p.org_id = ${orgId} and p.file_id = any(${sql.param(files)})`;

async function findWords(db: Database, scope: Scope, question: string): Promise<QuestionWord[]> {
  const { rows } = await db.execute<{ word: string; stems: string[] | null }>(sql`
    select word, ts_lexize('english_stem', word) as stems
    from (
      select lower(token) as word, min(place) as place
      from ts_parse('default', ${question}) with ordinality as parsed(tokid, token, place)
      where tokid = any(${sql.param(WORD_TOKENS)})
      group by 1
    ) as words
    order by place`);
  // Stop words are ignored unless the question has no others ("Who is it?").
  const meaningful = rows.filter(({ stems }) => stems?.length !== 0);
  const queries = (meaningful.length > 0 ? meaningful : rows)
    .slice(0, WORDS_MAX)
    .map(({ word, stems }) => anyOf([...new Set([...(stems ?? []), word])].map(lexeme)));
  if (queries.length === 0) return [];
  const counts = queries.map(
    (query) => sql`(select count(*)::int from (
      select from knowledge_passage p where p.words @@ ${inOrg(scope, query)} and ${ofFiles(scope)} limit ${COMMON_WORD_PASSAGES}
    ) as found)`,
  );
  const counted = await db.execute<{ passages: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as passages`);
  return queries.map((query, index) => ({ query, passages: counted.rows[0]?.passages[index] ?? 0 }));
}

/** The choices of passages to compare, until one has any. `known`: the rarest word first. */
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

async function rankCandidates(
  db: Database,
  scope: Scope,
  words: readonly QuestionWord[],
  candidates: string,
  limit: number,
): Promise<PassageFound[]> {
  const weights = words.map(({ passages }) => 1 / (1 + Math.log1p(passages)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const covered: SQL[] = words.map(
    ({ query }, index) => sql`case when words @@ ${query}::tsquery then ${weights[index]}::float8 else 0 end`,
  );
  const every = anyOf(words.map(({ query }) => query));
  const { rows } = await db.execute<
    {
      [Field in "fileId" | "fileName" | "heading" | "text"]: string;
    } & { page: number | null; score: number }
  >(sql`
    with candidate as materialized (
      select p.file_id, p.ordinal, p.page, p.heading, p.text, p.words
      from knowledge_passage p
      where p.words @@ ${inOrg(scope, candidates)} and ${ofFiles(scope)}
      limit ${CANDIDATES_MAX}
    )
    select f.id as "fileId", f.config ->> 'name' as "fileName", c.page, c.heading, c.text,
      ${COVERAGE_SHARE}::float8 * (${sql.join(covered, sql` + `)}) / ${total}::float8
        + ${1 - COVERAGE_SHARE}::float8 * ts_rank_cd(c.words, ${every}::tsquery, 32) as score
    from candidate c
    join file f on f.id = c.file_id and f.org_id = ${scope.orgId} and f.deleted_at is null
    order by score desc, c.file_id, c.ordinal
    limit ${limit}`);
  return rows.map(({ page, score, ...passage }) => ({ ...passage, page, score: Math.round(score * 1000) / 1000 }));
}
