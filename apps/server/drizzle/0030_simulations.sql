CREATE TABLE "personality" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED,
	"characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulation" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED,
	"characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "test_attempt" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "test_attempt" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "test_attempt" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "personality_list" ON "personality" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "simulation_list" ON "simulation" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
SELECT "public"."watch_changes"('personality', 'personality');
--> statement-breakpoint
SELECT "public"."watch_changes"('simulation', 'simulation');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "personality" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "simulation" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
