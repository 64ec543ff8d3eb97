ALTER TABLE "call" ADD COLUMN "artifact_state" text;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "artifact_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "call_artifacts" ON "call" USING btree ("org_id") WHERE artifact_state in ('waiting', 'storing');