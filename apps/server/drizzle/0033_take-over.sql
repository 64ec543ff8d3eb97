CREATE TABLE "call_take_over" (
	"call_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"holder" text NOT NULL,
	"by" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call_command" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "call_take_over" ADD CONSTRAINT "call_take_over_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;
