CREATE TABLE "org_usage" (
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"period" text NOT NULL,
	"amount" double precision NOT NULL,
	CONSTRAINT "org_usage_org_id_name_period_pk" PRIMARY KEY("org_id","name","period")
);
--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "recording_bytes" bigint;--> statement-breakpoint
ALTER TABLE "auth"."organization" ADD COLUMN "quotas" jsonb;
--> statement-breakpoint
CREATE FUNCTION "public"."add_usage"("org" text, "quota" text, "added" double precision) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.org_usage AS known (org_id, name, period, amount) SELECT org, quota, '', added WHERE added <> 0
	ON CONFLICT (org_id, name, period) DO UPDATE SET amount = known.amount + excluded.amount;
$$;
--> statement-breakpoint
-- What is deleted does not count, as long as it can be restored and afterwards.
CREATE FUNCTION "public"."count_storage"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	bytes double precision := 0;
	files integer := 0;
BEGIN
	IF TG_TABLE_NAME = 'call' THEN
		IF OLD.deleted_at IS NULL THEN bytes := bytes - coalesce(OLD.recording_bytes, 0); END IF;
		IF TG_OP = 'UPDATE' AND NEW.deleted_at IS NULL THEN bytes := bytes + coalesce(NEW.recording_bytes, 0); END IF;
	ELSE
		IF OLD.deleted_at IS NULL THEN bytes := bytes - (OLD.state ->> 'bytes')::bigint; files := files - 1; END IF;
		IF TG_OP = 'UPDATE' AND NEW.deleted_at IS NULL THEN bytes := bytes + (NEW.state ->> 'bytes')::bigint; files := files + 1; END IF;
		PERFORM public.add_usage(OLD.org_id, 'files', files);
	END IF;
	PERFORM public.add_usage(OLD.org_id, 'storageGb', bytes);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "count_storage" AFTER UPDATE OF "recording_bytes", "deleted_at" OR DELETE ON "call" FOR EACH ROW EXECUTE FUNCTION "public"."count_storage"();
--> statement-breakpoint
CREATE TRIGGER "count_storage" AFTER UPDATE OF "state", "deleted_at" OR DELETE ON "file" FOR EACH ROW EXECUTE FUNCTION "public"."count_storage"();
--> statement-breakpoint
-- The sizes of earlier sound recordings are unknown.
UPDATE "call" SET "recording_bytes" = "video_recording_bytes" WHERE "video_recording_bytes" IS NOT NULL;
--> statement-breakpoint
SELECT "public"."add_usage"("org_id", 'files', count(*)), "public"."add_usage"("org_id", 'storageGb', sum(("state" ->> 'bytes')::bigint))
FROM "file" WHERE "deleted_at" IS NULL GROUP BY "org_id";
--> statement-breakpoint
INSERT INTO "org_usage" ("org_id", "name", "period", "amount")
SELECT "org_id", 'minutesPerMonth', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), sum("seconds") / 60
FROM "call_metric" WHERE "seconds" > 0 AND "created_at" >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' GROUP BY "org_id";
