CREATE TABLE "held_kind" (
	"kind" text PRIMARY KEY NOT NULL,
	"resumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "restore" (
	"id" integer PRIMARY KEY NOT NULL,
	"backup_made_at" timestamp (3) with time zone NOT NULL,
	"restored_at" timestamp (3) with time zone NOT NULL,
	"restored_by" text NOT NULL,
	"checked" text NOT NULL,
	"old_url" text,
	"code_hash" text NOT NULL
);
