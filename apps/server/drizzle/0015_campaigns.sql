CREATE TABLE "campaign_contact" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"position" integer NOT NULL,
	"number" text NOT NULL,
	"phone_number_id" text,
	"customer" jsonb NOT NULL,
	"time_zones" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"outcome" text,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retries" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"lease_expires_at" timestamp (3) with time zone,
	"call_id" text,
	"dialed_at" timestamp (3) with time zone,
	"cost" double precision DEFAULT 0 NOT NULL,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "do_not_call" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"number" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaign_contact" ADD CONSTRAINT "campaign_contact_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_contact_place" ON "campaign_contact" USING btree ("campaign_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_contact_number" ON "campaign_contact" USING btree ("campaign_id","number");--> statement-breakpoint
CREATE INDEX "campaign_contact_pending" ON "campaign_contact" USING btree ("campaign_id","position") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "campaign_contact_dispatched" ON "campaign_contact" USING btree ("campaign_id") WHERE status = 'dispatched';--> statement-breakpoint
CREATE UNIQUE INDEX "do_not_call_number" ON "do_not_call" USING btree ("org_id","number");--> statement-breakpoint
CREATE INDEX "do_not_call_list" ON "do_not_call" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_by_campaign" ON "call" USING btree ((details ->> 'campaignId')) WHERE details ->> 'campaignId' is not null;--> statement-breakpoint
SELECT "public"."watch_changes"('campaign_contact', 'campaign-contact', id_column => 'campaign_id', quiet_columns => '{lease_expires_at}');--> statement-breakpoint
-- Campaigns whose time had come were canceled, and must not begin now.
UPDATE "campaign" SET "state" = "state" || '{"status":"cancelled"}'
WHERE "state" ->> 'status' IS NULL
	AND ((("config" -> 'schedulePlan' ->> 'earliestAt')::timestamptz > now()) IS NOT TRUE);--> statement-breakpoint
-- Customers were part of the config. Overrides with headers are sealed for the campaign's row, and cannot be moved.
INSERT INTO "campaign_contact" ("id", "org_id", "campaign_id", "created_at", "updated_at", "position", "number", "phone_number_id", "customer", "time_zones")
SELECT gen_random_uuid()::text, "org_id", "campaign_id", "created_at", "created_at",
	row_number() OVER (PARTITION BY "campaign_id" ORDER BY "place"), "customer" ->> 'number', "phone_number_id",
	CASE WHEN ("customer" #- '{assistantOverrides,variableValues}' #- '{squadOverrides,variableValues}')::text ~ '"(headers|sipHeaders)"\s*:' THEN "customer" - 'assistantOverrides' - 'squadOverrides' ELSE "customer" END, '[]'
FROM (
	SELECT DISTINCT ON (c."id", each."customer" ->> 'number')
		c."org_id", c."id" AS "campaign_id", c."created_at", each.*
	FROM "campaign" c
	CROSS JOIN LATERAL (
		SELECT NULL::text AS "phone_number_id", "customer", "place"
		FROM jsonb_array_elements(coalesce(c."config" -> 'customers', '[]')) WITH ORDINALITY AS own("customer", "place")
		UNION ALL
		SELECT entry ->> 'phoneNumberId', "customer", entries * 10000 + "place"
		FROM jsonb_array_elements(coalesce(c."config" -> 'dialPlan', '[]')) WITH ORDINALITY AS plan(entry, entries)
		CROSS JOIN LATERAL jsonb_array_elements(entry -> 'customers') WITH ORDINALITY AS own("customer", "place")
	) AS each
	WHERE each."customer" ->> 'number' IS NOT NULL
	ORDER BY c."id", each."customer" ->> 'number', "place"
) AS people;--> statement-breakpoint
UPDATE "campaign" SET "config" = ("config" - 'customers') || CASE WHEN "config" ? 'dialPlan' THEN jsonb_build_object('dialPlan', (
	SELECT jsonb_agg(entry || '{"customers":[]}' ORDER BY place) FROM jsonb_array_elements("config" -> 'dialPlan') WITH ORDINALITY AS plan(entry, place)
)) ELSE '{}' END;
