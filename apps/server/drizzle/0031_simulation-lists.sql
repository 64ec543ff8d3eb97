DROP INDEX CONCURRENTLY IF EXISTS "test_suite_run_all";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "test_suite_run_all" ON "test_suite_run" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "test_suite_test_all";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "test_suite_test_all" ON "test_suite_test" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
