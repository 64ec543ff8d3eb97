CREATE TABLE "test_attempt" (
	"run_id" text NOT NULL,
	"org_id" text NOT NULL,
	"test" integer NOT NULL,
	"attempt" integer NOT NULL,
	"result" jsonb,
	CONSTRAINT "test_attempt_run_id_test_attempt_pk" PRIMARY KEY("run_id","test","attempt")
);
--> statement-breakpoint
ALTER TABLE "test_attempt" ADD CONSTRAINT "test_attempt_run_id_test_suite_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."test_suite_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
SELECT "public"."watch_changes"('test_attempt', 'test-suite-run', id_column => 'run_id', operations => '{update}');