ALTER TABLE "call_metric" ADD COLUMN "is_unpriced" boolean;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "public"."measure_call"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.call_metric AS known (
		call_id, org_id, created_at, is_deleted, type, status, assistant_id, ended_reason, success, seconds, cost, is_unpriced
	) VALUES (
		NEW.id, NEW.org_id, NEW.created_at, NEW.deleted_at IS NOT NULL, NEW.type, NEW.status, NEW.assistant_id, NEW.ended_reason,
		NEW.details #>> '{analysis,successEvaluation}', extract(epoch FROM NEW.ended_at - NEW.started_at),
		coalesce((NEW.details ->> 'cost')::double precision, 0), NEW.details ? 'costUnknown'
	) ON CONFLICT (call_id) DO UPDATE SET
		created_at = excluded.created_at, is_deleted = excluded.is_deleted, type = excluded.type, status = excluded.status,
		assistant_id = excluded.assistant_id, ended_reason = excluded.ended_reason, success = excluded.success,
		seconds = excluded.seconds, cost = excluded.cost, is_unpriced = excluded.is_unpriced;
	RETURN NULL;
END;
$$;
