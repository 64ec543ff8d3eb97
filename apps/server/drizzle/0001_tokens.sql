CREATE TABLE "token" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"tag" text NOT NULL,
	"name" text,
	"restrictions" jsonb NOT NULL,
	"value_hash" text NOT NULL,
	"value" text
);
--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "token_id" text;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "visitor_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "token_value" ON "token" USING btree ("value_hash");--> statement-breakpoint
CREATE INDEX "token_list" ON "token" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);