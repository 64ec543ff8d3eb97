CREATE TABLE "org_spending" (
	"org_id" text NOT NULL,
	"month" text NOT NULL,
	"usd" double precision NOT NULL,
	CONSTRAINT "org_spending_org_id_month_pk" PRIMARY KEY("org_id","month")
);
--> statement-breakpoint
CREATE TABLE "price" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"part" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"unit" text NOT NULL,
	"usd" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat" ADD COLUMN "costs" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "price_of" ON "price" USING btree ("org_id","part","provider","model","unit");--> statement-breakpoint
SELECT "public"."watch_changes"('price', 'price');
