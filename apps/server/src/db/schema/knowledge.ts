import { type SQL, sql } from "drizzle-orm";
import { customType, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { file } from "./platform.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** What searches find: pieces of the texts of files, in the order of the file. They go with their file. */
export const knowledgePassage = pgTable(
  "knowledge_passage",
  {
    fileId: text("file_id")
      .notNull()
      .references(() => file.id, { onDelete: "cascade" }),
    ordinal: integer("ordinal").notNull(),
    orgId: text("org_id").notNull(),
    /** From 1, where the file has pages. */
    page: integer("page"),
    /** The headings above it, from the outermost; empty where there is none. */
    heading: text("heading").notNull(),
    text: text("text").notNull(),
    /** How its words are reduced to stems. */
    language: text("language").$type<"english" | "simple">().notNull(),
    /** The organization is a word of its own, so that the index leads to its passages only. */
    words: tsvector("words")
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`array_to_tsvector(array['org:' || org_id]) || case language when 'simple' then setweight(to_tsvector('simple', heading), 'A') || to_tsvector('simple', text) else setweight(to_tsvector('english', heading), 'A') || to_tsvector('english', text) end`,
      ),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.ordinal] }), index("knowledge_passage_words").using("gin", t.words)],
);
