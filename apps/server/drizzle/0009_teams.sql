ALTER TABLE "chat" ADD COLUMN "agents" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "team" jsonb;