import { sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import type { SearchScope } from "./search-passages.ts";
import { anyOf, lexeme, orgLexeme } from "./text-query.ts";

/** So many words of a question are looked for. */
const WORDS_MAX = 24;
/** The parser's token types for words and numbers. It also lists parts of compounds separately. */
const WORD_TOKENS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22];

/** A word of a question: its stem or the word itself, for passages of either language. */
export interface QuestionWord {
  /** A `tsquery`. */
  query: string;
  /** How many passages have it. */
  passages: number;
}

export interface AskedWords {
  words: QuestionWord[];
  /** Which share of the organization's passages the sources have, from 0 to 1. */
  share: number;
}

/**
 * The words of a question, and the number of passages that contain each. Stop words are left out, unless the question has no others
 * ("Who is it?"). One query does both, because a round trip costs more than the count on a busy machine.
 */
export async function readQuestion(db: Database, { orgId, sourceIds }: SearchScope, question: string): Promise<AskedWords> {
  const sources = sql.param(sourceIds);
  const { rows } = await db.execute<{ word: string; stems: string[] | null; passages: number; share: number }>(sql`
    with asked as materialized (
      select word, place, ts_lexize('english_stem', word) as stems
      from (
        select lower(token) as word, min(place) as place
        from ts_parse('default', ${question}) with ordinality as parsed(tokid, token, place)
        where tokid = any(${sql.param(WORD_TOKENS)})
        group by 1
      ) as words
    ), meaningful as materialized (
      select * from asked
      where stems is distinct from '{}' or not exists (select from asked where stems is distinct from '{}')
      order by place
      limit ${WORDS_MAX}
    ), held as materialized (
      select coalesce(sum(passages) filter (where source_id = any(${sources}))::float8 / sum(passages), 0) as share
      from knowledge_word
      where org_id = ${orgId} and word = ${orgLexeme(orgId)}
    )
    select m.word, m.stems, held.share, (
      select coalesce(sum(w.passages), 0)::float8
      from knowledge_word w
      where w.org_id = ${orgId} and w.word = any(array_append(m.stems, m.word)) and w.source_id = any(${sources})
    ) as passages
    from meaningful m cross join held
    order by m.place`);
  const words = rows.map(({ word, stems, passages }) => {
    const forms = [...new Set([...(stems ?? []), word])];
    return { query: anyOf(forms.map(lexeme)), passages };
  });
  return { words, share: rows[0]?.share ?? 0 };
}
