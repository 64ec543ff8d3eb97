CREATE TABLE "squad_draft" (
	"squad_id" text NOT NULL,
	"user_id" text NOT NULL,
	"org_id" text NOT NULL,
	"base_version" integer NOT NULL,
	"config" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"characters" integer GENERATED ALWAYS AS (coalesce(length(config::text), 0)) STORED NOT NULL,
	CONSTRAINT "squad_draft_squad_id_user_id_pk" PRIMARY KEY("squad_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "squad_version" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"squad_id" text NOT NULL,
	"version" integer NOT NULL,
	"config" jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"parent" integer,
	"characters" integer GENERATED ALWAYS AS (coalesce(length(config::text), 0)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_draft" (
	"workflow_id" text NOT NULL,
	"user_id" text NOT NULL,
	"org_id" text NOT NULL,
	"base_version" integer NOT NULL,
	"config" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"characters" integer GENERATED ALWAYS AS (coalesce(length(config::text), 0)) STORED NOT NULL,
	CONSTRAINT "workflow_draft_workflow_id_user_id_pk" PRIMARY KEY("workflow_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "workflow_version" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"workflow_id" text NOT NULL,
	"version" integer NOT NULL,
	"config" jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"parent" integer,
	"characters" integer GENERATED ALWAYS AS (coalesce(length(config::text), 0)) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "squad_draft" ADD CONSTRAINT "squad_draft_squad_id_squad_id_fk" FOREIGN KEY ("squad_id") REFERENCES "public"."squad"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "squad_version" ADD CONSTRAINT "squad_version_squad_id_squad_id_fk" FOREIGN KEY ("squad_id") REFERENCES "public"."squad"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_draft" ADD CONSTRAINT "workflow_draft_workflow_id_workflow_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_version" ADD CONSTRAINT "workflow_version_workflow_id_workflow_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "squad_version_list" ON "squad_version" USING btree ("squad_id","version" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "workflow_version_list" ON "workflow_version" USING btree ("workflow_id","version" DESC NULLS FIRST);--> statement-breakpoint
SELECT "public"."watch_changes"('squad_draft', 'squad-draft', id_column => 'squad_id');--> statement-breakpoint
SELECT "public"."watch_changes"('workflow_draft', 'workflow-draft', id_column => 'workflow_id');
--> statement-breakpoint
-- What is deleted does not count, as long as it can be restored and afterwards. Versions do not count: nobody can delete one.
CREATE OR REPLACE FUNCTION "public"."count_configuration"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	added double precision := 0;
BEGIN
	IF TG_OP <> 'INSERT' THEN
		IF TG_TABLE_NAME LIKE '%\_draft' THEN added := added - OLD.characters;
		ELSIF OLD.deleted_at IS NULL THEN added := added - OLD.characters;
		END IF;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		IF TG_TABLE_NAME LIKE '%\_draft' THEN added := added + NEW.characters;
		ELSIF NEW.deleted_at IS NULL THEN added := added + NEW.characters;
		END IF;
	END IF;
	PERFORM public.add_usage(CASE TG_OP WHEN 'INSERT' THEN NEW.org_id ELSE OLD.org_id END, 'configurationMb', added);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "squad_draft" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "count_configuration" AFTER INSERT OR UPDATE OR DELETE ON "workflow_draft" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."count_configuration"();
