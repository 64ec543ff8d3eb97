DROP INDEX CONCURRENTLY IF EXISTS "do_not_call_number_hash";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "do_not_call_number_hash" ON "do_not_call" USING btree ("org_id","number_hash");
