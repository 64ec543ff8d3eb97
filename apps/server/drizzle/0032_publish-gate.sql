ALTER TABLE "assistant" ADD COLUMN "candidate_version" integer;--> statement-breakpoint
ALTER TABLE "assistant" ADD COLUMN "publish_gate" jsonb;--> statement-breakpoint
ALTER TABLE "assistant_version" ADD COLUMN "parent" integer;--> statement-breakpoint
ALTER TABLE "assistant_version" ADD COLUMN "gate" jsonb;--> statement-breakpoint
ALTER TABLE "assistant_version" ADD COLUMN "rejected" text;--> statement-breakpoint
ALTER TABLE "audit_event" ADD COLUMN "reason" text;