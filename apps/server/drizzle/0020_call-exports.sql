CREATE TABLE "call_export" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"query" jsonb NOT NULL,
	"email" text NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "call_export_list" ON "call_export" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "call_export_open" ON "call_export" USING btree ("org_id") WHERE sent_at is null;