CREATE TABLE "chat" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"session_id" text NOT NULL,
	"seq" integer NOT NULL,
	"name" text,
	"previous_chat_id" text,
	"status" text NOT NULL,
	"input" jsonb NOT NULL,
	"output" jsonb NOT NULL,
	"failure" jsonb
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text,
	"status" text NOT NULL,
	"assistant_id" text,
	"assistant_version" integer,
	"assistant" jsonb NOT NULL,
	"assistant_overrides" jsonb,
	"customer" jsonb,
	"opening_messages" jsonb NOT NULL,
	"expiration_seconds" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"token_id" text,
	"answering_chat_id" text,
	"answering_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "content_type" text;--> statement-breakpoint
ALTER TABLE "chat" ADD CONSTRAINT "chat_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_in_session" ON "chat" USING btree ("session_id","seq");--> statement-breakpoint
CREATE INDEX "chat_list" ON "chat" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "session_list" ON "session" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "session_by_assistant" ON "session" USING btree ("org_id","assistant_id","created_at" DESC NULLS FIRST);