CREATE TABLE "webhook_question" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"terminal_id" text NOT NULL,
	"type" text NOT NULL,
	"call_id" text,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"answer" json
);
--> statement-breakpoint
CREATE TABLE "webhook_terminal" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"assistant_id" text,
	"types" jsonb,
	"url" text NOT NULL,
	"owner_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD COLUMN "answered_by" text;--> statement-breakpoint
ALTER TABLE "webhook_question" ADD CONSTRAINT "webhook_question_terminal_id_webhook_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."webhook_terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_question_of_terminal" ON "webhook_question" USING btree ("terminal_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_terminal_of_org" ON "webhook_terminal" USING btree ("org_id");--> statement-breakpoint
SELECT "public"."watch_changes"('webhook_question', 'webhook-question', id_column => 'terminal_id');
