CREATE TABLE "call_command" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"call_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"message" jsonb NOT NULL,
	"taken_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "call_note" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"call_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"user_id" text,
	"author_name" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realtime_mutation" (
	"session_id" text NOT NULL,
	"request_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"ts" bigint NOT NULL,
	"result" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "realtime_mutation_session_id_request_id_pk" PRIMARY KEY("session_id","request_id")
);
--> statement-breakpoint
ALTER TABLE "call_command" ADD CONSTRAINT "call_command_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_note" ADD CONSTRAINT "call_note_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_command_of_call" ON "call_command" USING btree ("call_id","created_at");--> statement-breakpoint
CREATE INDEX "call_command_age" ON "call_command" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "call_note_list" ON "call_note" USING btree ("call_id","created_at");--> statement-breakpoint
CREATE INDEX "realtime_mutation_age" ON "realtime_mutation" USING btree ("created_at");--> statement-breakpoint
-- Tells every node that listens what has changed, when the transaction commits: a resource, its organisation and the ids, or null for
-- more than a payload holds. Equal notices of one transaction arrive as one.
CREATE FUNCTION "public"."send_change_notice"("resource" text, "org_id" text, "ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	notice text := json_build_object('t', resource, 'org', org_id, 'ids', CASE WHEN cardinality(ids) <= 100 THEN ids END)::text;
BEGIN
	-- PostgreSQL refuses a longer one, and with it the change.
	IF octet_length(notice) >= 8000 THEN
		notice := json_build_object('t', resource, 'org', org_id, 'ids', NULL)::text;
	END IF;
	PERFORM pg_notify('change', notice);
END;
$$;
--> statement-breakpoint
-- Lets a table send notices. Migrations call it for tables that they add. `operations`: the statements that count. `quiet_columns`: an
-- update of nothing but these sends no notice.
CREATE FUNCTION "public"."watch_changes"(
	"watched" regclass,
	"resource" text,
	"org_column" text DEFAULT 'org_id',
	"id_column" text DEFAULT 'id',
	"operations" text[] DEFAULT '{insert,update,delete}',
	"quiet_columns" text[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	trigger_function text := 'notice_of_' || (SELECT relname FROM pg_class WHERE oid = watched);
	operation text;
	of_all text := format(
		'PERFORM public.send_change_notice(%L, org, ids)
			FROM (SELECT %I AS org, array_agg(DISTINCT %I::text) AS ids FROM change_rows GROUP BY 1) AS changed;',
		resource, org_column, id_column
	);
	-- Rows are compared as a whole only when a quiet column has changed, which is when little else has.
	of_news text := format(
		'PERFORM public.send_change_notice(%L, org, ids)
			FROM (
				SELECT n.%I AS org, array_agg(DISTINCT n.%I::text) AS ids
				FROM change_rows AS n JOIN old_rows AS o ON o.%3$I = n.%3$I
				WHERE (%s) OR to_jsonb(n) - %L::text[] IS DISTINCT FROM to_jsonb(o) - %5$L::text[]
				GROUP BY 1
			) AS changed;',
		resource, org_column, id_column,
		(SELECT string_agg(format('n.%1$I IS NOT DISTINCT FROM o.%1$I', name), ' AND ') FROM unnest(quiet_columns) AS name),
		quiet_columns
	);
BEGIN
	EXECUTE format(
		'CREATE FUNCTION public.%I() RETURNS trigger LANGUAGE plpgsql AS %L',
		trigger_function,
		CASE WHEN quiet_columns = '{}' THEN format('BEGIN %s RETURN NULL; END', of_all)
		ELSE format('BEGIN IF TG_OP = ''UPDATE'' THEN %s ELSE %s END IF; RETURN NULL; END', of_news, of_all) END
	);
	FOREACH operation IN ARRAY operations LOOP
		EXECUTE format(
			'CREATE TRIGGER %I AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION public.%I()',
			'change_' || operation, operation, watched,
			CASE
				WHEN operation = 'delete' THEN 'OLD TABLE AS change_rows'
				WHEN operation = 'update' AND quiet_columns <> '{}' THEN 'NEW TABLE AS change_rows OLD TABLE AS old_rows'
				ELSE 'NEW TABLE AS change_rows'
			END,
			trigger_function
		);
	END LOOP;
END;
$$;
--> statement-breakpoint
SELECT "public"."watch_changes"(watched::regclass, replace(watched, '_', '-'))
FROM unnest(ARRAY[
	'assistant', 'campaign', 'chat', 'credential', 'file', 'knowledge_base', 'phone_number', 'provider_resource', 'squad',
	'structured_output', 'template', 'test_suite', 'test_suite_run', 'test_suite_test', 'tool', 'workflow'
]) AS watched;
--> statement-breakpoint
SELECT "public"."watch_changes"('assistant_draft', 'assistant-draft', id_column => 'assistant_id');--> statement-breakpoint
SELECT "public"."watch_changes"('call', 'call', quiet_columns => '{lease_expires_at}');--> statement-breakpoint
-- They are only ever added, and go with their call.
SELECT "public"."watch_changes"('call_event', 'call-event', id_column => 'call_id', operations => '{insert}');--> statement-breakpoint
SELECT "public"."watch_changes"('call_command', 'call-command', id_column => 'call_id', operations => '{insert}');--> statement-breakpoint
SELECT "public"."watch_changes"('call_note', 'call-note', id_column => 'call_id');--> statement-breakpoint
SELECT "public"."watch_changes"('session', 'session', quiet_columns => '{answering_chat_id,answering_until}');--> statement-breakpoint
SELECT "public"."watch_changes"('token', 'token', quiet_columns => '{last_used_at}');--> statement-breakpoint
SELECT "public"."watch_changes"('auth.organization', 'org', org_column => 'id');--> statement-breakpoint
SELECT "public"."watch_changes"('auth.member', 'member', org_column => 'organization_id', id_column => 'user_id');--> statement-breakpoint
SELECT "public"."watch_changes"('auth.invitation', 'invitation', org_column => 'organization_id');--> statement-breakpoint
SELECT "public"."watch_changes"('auth.org_key_set', 'key-set', org_column => 'organization_id', quiet_columns => '{last_used_at}');
