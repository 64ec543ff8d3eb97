CREATE TABLE "tool_run" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"tool_id" text,
	"name" text NOT NULL,
	"call_id" text,
	"chat_id" text,
	"session_id" text,
	"arguments" jsonb NOT NULL,
	"result" text NOT NULL,
	"failed" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tool_run" ADD CONSTRAINT "tool_run_tool_id_tool_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tool"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_run" ADD CONSTRAINT "tool_run_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_run" ADD CONSTRAINT "tool_run_chat_id_chat_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_run" ADD CONSTRAINT "tool_run_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_run_of_tool" ON "tool_run" USING btree ("tool_id","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tool_run_of_call" ON "tool_run" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "tool_run_of_chat" ON "tool_run" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "tool_run_of_session" ON "tool_run" USING btree ("session_id");