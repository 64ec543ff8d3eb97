CREATE TABLE "call_metric" (
	"call_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_deleted" boolean NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"assistant_id" text,
	"ended_reason" text,
	"success" text,
	"seconds" double precision,
	"cost" double precision NOT NULL,
	"response_ms" integer,
	"endpointing_ms" integer,
	"transcript_ms" integer,
	"model_ms" integer,
	"tool_ms" integer,
	"voice_ms" integer,
	"transport_ms" integer,
	"tool_calls" integer,
	"tool_errors" integer,
	"failures" integer
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text,
	"author_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"state" jsonb NOT NULL,
	"is_shared" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call_metric" ADD CONSTRAINT "call_metric_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_metric_list" ON "call_metric" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "call_metric_of_assistant" ON "call_metric" USING btree ("org_id","assistant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "saved_view_list" ON "saved_view" USING btree ("org_id","screen");--> statement-breakpoint
SELECT "public"."watch_changes"('saved_view', 'saved-view');--> statement-breakpoint
-- Renewed leases do not run it.
CREATE FUNCTION "public"."measure_call"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.call_metric AS known (
		call_id, org_id, created_at, is_deleted, type, status, assistant_id, ended_reason, success, seconds, cost
	) VALUES (
		NEW.id, NEW.org_id, NEW.created_at, NEW.deleted_at IS NOT NULL, NEW.type, NEW.status, NEW.assistant_id, NEW.ended_reason,
		NEW.details #>> '{analysis,successEvaluation}', extract(epoch FROM NEW.ended_at - NEW.started_at),
		coalesce((NEW.details ->> 'cost')::double precision, 0)
	) ON CONFLICT (call_id) DO UPDATE SET
		created_at = excluded.created_at, is_deleted = excluded.is_deleted, type = excluded.type, status = excluded.status,
		assistant_id = excluded.assistant_id, ended_reason = excluded.ended_reason, success = excluded.success,
		seconds = excluded.seconds, cost = excluded.cost;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "measure_call" AFTER INSERT OR UPDATE OF "created_at", "deleted_at", "type", "status", "assistant_id", "ended_reason", "started_at", "ended_at", "details"
	ON "call" FOR EACH ROW EXECUTE FUNCTION "public"."measure_call"();
--> statement-breakpoint
-- Calls from before have no response times here.
INSERT INTO "call_metric" (
	"call_id", "org_id", "created_at", "is_deleted", "type", "status", "assistant_id", "ended_reason", "success", "seconds", "cost"
)
SELECT "id", "org_id", "created_at", "deleted_at" IS NOT NULL, "type", "status", "assistant_id", "ended_reason",
	"details" #>> '{analysis,successEvaluation}', extract(epoch FROM "ended_at" - "started_at"),
	coalesce(("details" ->> 'cost')::double precision, 0)
FROM "call";
