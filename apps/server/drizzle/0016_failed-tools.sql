ALTER TABLE "call_metric" ADD COLUMN "failed_tools" text[];--> statement-breakpoint
CREATE INDEX "call_metric_tool_errors" ON "call_metric" USING btree ("org_id","created_at") WHERE tool_errors > 0;--> statement-breakpoint
CREATE INDEX "call_metric_waits" ON "call_metric" USING btree ("org_id","response_ms");--> statement-breakpoint
UPDATE "call_metric" SET "failed_tools" = ARRAY(
	SELECT DISTINCT "payload" ->> 'name' FROM "call_event"
	WHERE "call_event"."call_id" = "call_metric"."call_id" AND "type" = 'tool.answered' AND "payload" ->> 'failed' = 'true'
	ORDER BY 1
) WHERE "tool_errors" > 0;
