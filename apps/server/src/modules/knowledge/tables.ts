import { type SQL, sql } from "drizzle-orm";
import { customType, foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { resourceTable } from "../../platform/db/table-columns.ts";

/** The index is of the few that are still to be read. */
export const file = resourceTable("file", (t) => [
  index("file_unread")
    .on(t.createdAt)
    .where(sql`(state ->> 'status') = 'processing' or ((state ->> 'status') = 'done' and (state ->> 'passageCount') is null)`),
]);

export const knowledgeBase = resourceTable("knowledge_base");

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The source of passages: a file, whose id it has, or a web page of a knowledge base. It is deleted with them. */
export const knowledgeSource = pgTable(
  "knowledge_source",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    fileId: text("file_id")
      .unique()
      .references(() => file.id, { onDelete: "cascade" }),
    knowledgeBaseId: text("knowledge_base_id").references(() => knowledgeBase.id, { onDelete: "cascade" }),
    url: text("url"),
    /** Increases with each reading of the text. Results of an earlier reading are not stored. */
    revision: integer("revision").notNull().default(0),
    /** The model whose vectors all passages have. Null: no model. */
    embeddedWith: text("embedded_with"),
  },
  (t) => [unique("knowledge_source_page").on(t.knowledgeBaseId, t.url)],
);

/** What searches find: pieces of texts, in the order of the text. */
export const knowledgePassage = pgTable(
  "knowledge_passage",
  {
    sourceId: text("source_id")
      .notNull()
      .references(() => knowledgeSource.id, { onDelete: "cascade" }),
    ordinal: integer("ordinal").notNull(),
    orgId: text("org_id").notNull(),
    /** From 1, where the file has pages. */
    page: integer("page"),
    /** The headings above it, from the outermost; empty where there is none. */
    heading: text("heading").notNull(),
    text: text("text").notNull(),
    /** How its words are reduced to stems. */
    language: text("language").$type<"english" | "simple">().notNull(),
    /** The organization's id is one of the words, so that the index finds only its own passages. */
    words: tsvector("words")
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`array_to_tsvector(array['org:' || org_id]) || case language when 'simple' then setweight(to_tsvector('simple', heading), 'A') || to_tsvector('simple', text) else setweight(to_tsvector('english', heading), 'A') || to_tsvector('english', text) end`,
      ),
  },
  (t) => [primaryKey({ columns: [t.sourceId, t.ordinal] }), index("knowledge_passage_words").using("gin", t.words)],
);

/** Vectors of passages for the configured model: see `vector.ts`. */
export const knowledgeVector = pgTable(
  "knowledge_vector",
  {
    sourceId: text("source_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    model: text("model").notNull(),
    /** A byte for each dimension. */
    vector: bytea("vector").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sourceId, t.ordinal] }),
    foreignKey({
      name: "knowledge_vector_passage",
      columns: [t.sourceId, t.ordinal],
      foreignColumns: [knowledgePassage.sourceId, knowledgePassage.ordinal],
    }).onDelete("cascade"),
  ],
);

/** How many passages of a source contain a word. Counting them for each question takes too long for common words. */
export const knowledgeWord = pgTable(
  "knowledge_word",
  {
    orgId: text("org_id").notNull(),
    word: text("word").notNull(),
    sourceId: text("source_id")
      .notNull()
      .references(() => knowledgeSource.id, { onDelete: "cascade" }),
    passages: integer("passages").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.word, t.sourceId] }), index("knowledge_word_source").on(t.sourceId)],
);
