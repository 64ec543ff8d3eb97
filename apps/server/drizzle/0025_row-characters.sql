ALTER TABLE "assistant" ADD COLUMN "characters" integer GENERATED ALWAYS AS (coalesce(length(config::text), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_draft" ADD COLUMN "characters" integer GENERATED ALWAYS AS (coalesce(length(config::text), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_version" ADD COLUMN "characters" integer GENERATED ALWAYS AS (coalesce(length(config::text), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_base" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_number" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_resource" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "squad" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "structured_output" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "template" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "test_suite" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "test_suite_run" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "test_suite_test" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "tool" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "workflow" ADD COLUMN "characters" integer GENERATED ALWAYS AS (length(config::text) + length(state::text)) STORED NOT NULL;--> statement-breakpoint
-- What is deleted does not count, as long as it can be restored and afterwards. Versions of assistants do not count: nobody can delete one.
CREATE FUNCTION "public"."count_configuration"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	added double precision := 0;
BEGIN
	IF TG_OP <> 'INSERT' THEN
		IF TG_TABLE_NAME = 'assistant_draft' THEN added := added - OLD.characters;
		ELSIF OLD.deleted_at IS NULL THEN added := added - OLD.characters;
		END IF;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		IF TG_TABLE_NAME = 'assistant_draft' THEN added := added + NEW.characters;
		ELSIF NEW.deleted_at IS NULL THEN added := added + NEW.characters;
		END IF;
	END IF;
	PERFORM public.add_usage(CASE TG_OP WHEN 'INSERT' THEN NEW.org_id ELSE OLD.org_id END, 'configurationMb', added);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Deferred: a transaction locks the row of the usage last, so that none waits for a row of another with it.
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "assistant" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "assistant_draft" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "campaign" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "credential" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "file" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "knowledge_base" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "phone_number" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "provider_resource" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "squad" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "structured_output" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "template" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "test_suite" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "test_suite_test" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "tool" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "workflow" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
SELECT "public"."add_usage"("org_id", 'configurationMb', sum("characters")) FROM (
	SELECT "org_id", "characters" FROM "assistant" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "assistant_draft"
	UNION ALL
	SELECT "org_id", "characters" FROM "campaign" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "credential" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "file" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "knowledge_base" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "phone_number" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "provider_resource" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "squad" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "structured_output" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "template" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "test_suite" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "test_suite_test" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "tool" WHERE "deleted_at" IS NULL
	UNION ALL
	SELECT "org_id", "characters" FROM "workflow" WHERE "deleted_at" IS NULL
) AS "stored" GROUP BY "org_id";
