ALTER TABLE "call" ADD COLUMN "scheduled_request" text;--> statement-breakpoint
CREATE INDEX "call_scheduled" ON "call" USING btree ("org_id") WHERE status = 'scheduled';