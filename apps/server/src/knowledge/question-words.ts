import { sql } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import type { SearchScope } from "./search-passages.ts";
import { anyOf, lexeme, orgLexeme } from "./text-query.ts";

/** Of a question, the words that are looked for. */
const WORDS_MAX = 24;
/** The parser's kinds of tokens that are words or numbers. Parts of compounds come by themselves. */
const WORD_TOKENS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22];

/** A word of a question: its stem or the word itself, for passages of either language. */
export interface QuestionWord {
  /** A `tsquery`. */
  query: string;
  /** How many passages have it. */
  passages: number;
}

/** The forms of each word of a question, without stop words unless it has no others ("Who is it?"). */
export async function findQuestionWords(db: Database, question: string): Promise<string[][]> {
  const { rows } = await db.execute<{ word: string; stems: string[] | null }>(sql`
    select word, ts_lexize('english_stem', word) as stems
    from (
      select lower(token) as word, min(place) as place
      from ts_parse('default', ${question}) with ordinality as parsed(tokid, token, place)
      where tokid = any(${sql.param(WORD_TOKENS)})
      group by 1
    ) as words
    order by place`);
  const meaningful = rows.filter(({ stems }) => stems?.length !== 0);
  return (meaningful.length > 0 ? meaningful : rows)
    .slice(0, WORDS_MAX)
    .map(({ word, stems }) => [...new Set([...(stems ?? []), word])]);
}

/** How many passages of the sources have each word, and which share of the organization's passages the sources have. */
export async function countWords(
  db: Database,
  { orgId, sourceIds }: SearchScope,
  found: readonly string[][],
): Promise<{ words: QuestionWord[]; share: number }> {
  const all = orgLexeme(orgId);
  const { rows } = await db.execute<{ word: string; all: number; passages: number }>(sql`
    select word, sum(passages)::float8 as "all",
      coalesce(sum(passages) filter (where source_id = any(${sql.param(sourceIds)})), 0)::float8 as passages
    from knowledge_word
    where org_id = ${orgId} and word = any(${sql.param([...found.flat(), all])})
    group by word`);
  const counts = new Map(rows.map((row) => [row.word, row]));
  const passagesOf = (forms: readonly string[]) => forms.reduce((sum, form) => sum + (counts.get(form)?.passages ?? 0), 0);
  const inAll = counts.get(all);
  return {
    words: found.map((forms) => ({ query: anyOf(forms.map(lexeme)), passages: passagesOf(forms) })),
    share: inAll ? inAll.passages / inAll.all : 0,
  };
}
