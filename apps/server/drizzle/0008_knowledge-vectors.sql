CREATE TABLE "knowledge_vector" (
	"source_id" text NOT NULL,
	"ordinal" integer NOT NULL,
	"model" text NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "knowledge_vector_source_id_ordinal_pk" PRIMARY KEY("source_id","ordinal")
);
--> statement-breakpoint
ALTER TABLE "knowledge_source" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_source" ADD COLUMN "embedded_with" text;--> statement-breakpoint
ALTER TABLE "knowledge_vector" ADD CONSTRAINT "knowledge_vector_passage" FOREIGN KEY ("source_id","ordinal") REFERENCES "public"."knowledge_passage"("source_id","ordinal") ON DELETE cascade ON UPDATE no action;