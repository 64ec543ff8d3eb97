CREATE TABLE "knowledge_passage" (
	"file_id" text NOT NULL,
	"ordinal" integer NOT NULL,
	"org_id" text NOT NULL,
	"page" integer,
	"heading" text NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array['org:' || org_id]) || case language when 'simple' then setweight(to_tsvector('simple', heading), 'A') || to_tsvector('simple', text) else setweight(to_tsvector('english', heading), 'A') || to_tsvector('english', text) end) STORED NOT NULL,
	CONSTRAINT "knowledge_passage_file_id_ordinal_pk" PRIMARY KEY("file_id","ordinal")
);
--> statement-breakpoint
DROP INDEX "file_processing";--> statement-breakpoint
ALTER TABLE "knowledge_passage" ADD CONSTRAINT "knowledge_passage_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_passage_words" ON "knowledge_passage" USING gin ("words");--> statement-breakpoint
CREATE INDEX "file_unread" ON "file" USING btree ("created_at") WHERE (state ->> 'status') = 'processing' or ((state ->> 'status') = 'done' and (state ->> 'passageCount') is null);