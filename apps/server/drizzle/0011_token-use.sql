ALTER TABLE "token" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth"."invitation" ADD COLUMN "redirect_to" text;