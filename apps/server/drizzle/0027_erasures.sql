CREATE TABLE "erasure" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"found" jsonb,
	"erased" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"waiting_for" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"left_over" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"elsewhere" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"is_repeated" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "do_not_call" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "do_not_call" ADD COLUMN "number_hash" text;--> statement-breakpoint
CREATE INDEX "erasure_list" ON "erasure" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
SELECT "public"."watch_changes"('erasure', 'erasure');
