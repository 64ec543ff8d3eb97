ALTER TABLE "assistant_draft" ALTER COLUMN "config" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_draft" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;