DROP INDEX "test_suite_run_list";--> statement-breakpoint
DROP INDEX "test_suite_test_list";--> statement-breakpoint
ALTER TABLE "test_suite_run" ADD COLUMN "test_suite_id" text GENERATED ALWAYS AS (state ->> 'testSuiteId') STORED;--> statement-breakpoint
ALTER TABLE "test_suite_test" ADD COLUMN "test_suite_id" text GENERATED ALWAYS AS (state ->> 'testSuiteId') STORED;--> statement-breakpoint
ALTER TABLE "test_suite_run" ADD CONSTRAINT "test_suite_run_test_suite_id_test_suite_id_fk" FOREIGN KEY ("test_suite_id") REFERENCES "public"."test_suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_suite_test" ADD CONSTRAINT "test_suite_test_test_suite_id_test_suite_id_fk" FOREIGN KEY ("test_suite_id") REFERENCES "public"."test_suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "test_suite_run_list" ON "test_suite_run" USING btree ("test_suite_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_suite_test_list" ON "test_suite_test" USING btree ("test_suite_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);