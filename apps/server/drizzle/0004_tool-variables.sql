ALTER TABLE "chat" ADD COLUMN "variables" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "variables" jsonb DEFAULT '{}'::jsonb NOT NULL;