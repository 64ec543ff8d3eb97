-- What has changed, for every server to read: a transaction that notifies would hold up all others that do until it is on the disk.
-- Unlogged: what a crash takes is told by the loss of the connection. `xid`: the transaction it belongs to, so that a reader knows what
-- has been committed since it read last, in whatever order.
CREATE UNLOGGED TABLE "public"."change_notice" (
	"xid" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"noted_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"resource" text NOT NULL,
	"org_id" text NOT NULL,
	"ids" text[]
);
--> statement-breakpoint
CREATE INDEX "change_notice_xid" ON "public"."change_notice" ("xid");
--> statement-breakpoint
-- Called by the triggers of `watch_changes`. More ids than anybody would read one by one are not named.
CREATE OR REPLACE FUNCTION "public"."send_change_notice"("resource" text, "org_id" text, "ids" text[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.change_notice (resource, org_id, ids) VALUES ($1, $2, CASE WHEN cardinality($3) <= 100 THEN $3 END);
$$;
