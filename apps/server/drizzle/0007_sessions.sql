ALTER TABLE "session" ADD COLUMN "prompt_length" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "first_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "phone_number_id" text;