CREATE TABLE "knowledge_source" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"file_id" text,
	"knowledge_base_id" text,
	"url" text,
	CONSTRAINT "knowledge_source_file_id_unique" UNIQUE("file_id"),
	CONSTRAINT "knowledge_source_page" UNIQUE("knowledge_base_id","url")
);
--> statement-breakpoint
CREATE TABLE "knowledge_word" (
	"org_id" text NOT NULL,
	"word" text NOT NULL,
	"source_id" text NOT NULL,
	"passages" integer NOT NULL,
	CONSTRAINT "knowledge_word_org_id_word_source_id_pk" PRIMARY KEY("org_id","word","source_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_passage" RENAME COLUMN "file_id" TO "source_id";--> statement-breakpoint
ALTER TABLE "knowledge_passage" DROP CONSTRAINT "knowledge_passage_file_id_file_id_fk";
--> statement-breakpoint
ALTER TABLE "knowledge_passage" DROP CONSTRAINT "knowledge_passage_file_id_ordinal_pk";--> statement-breakpoint
ALTER TABLE "knowledge_passage" ADD CONSTRAINT "knowledge_passage_source_id_ordinal_pk" PRIMARY KEY("source_id","ordinal");--> statement-breakpoint
ALTER TABLE "knowledge_source" ADD CONSTRAINT "knowledge_source_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_source" ADD CONSTRAINT "knowledge_source_knowledge_base_id_knowledge_base_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_base"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_word" ADD CONSTRAINT "knowledge_word_source_id_knowledge_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."knowledge_source"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "knowledge_source" ("id", "org_id", "file_id") SELECT "id", "org_id", "id" FROM "file" WHERE EXISTS (SELECT FROM "knowledge_passage" WHERE "source_id" = "file"."id");--> statement-breakpoint
INSERT INTO "knowledge_word" ("org_id", "word", "source_id", "passages") SELECT s."org_id", w."word", s."id", w."ndoc" FROM "knowledge_source" s, ts_stat(format('select words from knowledge_passage where source_id = %L', s."id")) w;--> statement-breakpoint
CREATE INDEX "knowledge_word_source" ON "knowledge_word" USING btree ("source_id");--> statement-breakpoint
ALTER TABLE "knowledge_passage" ADD CONSTRAINT "knowledge_passage_source_id_knowledge_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."knowledge_source"("id") ON DELETE cascade ON UPDATE no action;