CREATE TABLE "webhook_attempt" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"delivery_id" text NOT NULL,
	"org_id" text NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"url" text NOT NULL,
	"request_headers" json NOT NULL,
	"body" json,
	"response_status" integer,
	"response_body" text,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seq" bigserial NOT NULL,
	"lane" text NOT NULL,
	"type" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"target" text NOT NULL,
	"url" text,
	"call_id" text,
	"session_id" text,
	"chat_id" text,
	"assistant_id" text,
	"event_seq" integer,
	"fields" json NOT NULL,
	"message" json,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_attempt_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"response_status" integer,
	"error" text,
	"next_attempt_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_webhook_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempt_of" ON "webhook_attempt" USING btree ("delivery_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_delivery_list" ON "webhook_delivery" USING btree ("org_id","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_delivery_by_call" ON "webhook_delivery" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_by_session" ON "webhook_delivery" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_age" ON "webhook_delivery" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_waiting" ON "webhook_delivery" USING btree ("lane","seq") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_delivery_waiting_in_org" ON "webhook_delivery" USING btree ("org_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_delivery_retrying" ON "webhook_delivery" USING btree ("next_attempt_at") WHERE status = 'retrying';--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_report" ON "webhook_delivery" USING btree ("call_id") WHERE type = 'end-of-call-report' and kind = 'queued';--> statement-breakpoint
SELECT "public"."watch_changes"('webhook_delivery', 'webhook-delivery');
