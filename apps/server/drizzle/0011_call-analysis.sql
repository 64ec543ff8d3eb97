CREATE TABLE "output_run" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"output_key" text NOT NULL,
	"output" jsonb NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "output_run_call" (
	"run_id" text NOT NULL,
	"call_id" text NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "output_run_call_run_id_call_id_pk" PRIMARY KEY("run_id","call_id")
);
--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "analysis_state" text;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "report_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "output_run_call" ADD CONSTRAINT "output_run_call_run_id_output_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."output_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output_run_call" ADD CONSTRAINT "output_run_call_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "output_run_list" ON "output_run" USING btree ("org_id","output_key","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "output_run_call_of" ON "output_run_call" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "call_to_analyze" ON "call" USING btree ("org_id") WHERE analysis_state in ('waiting', 'again');--> statement-breakpoint
CREATE INDEX "call_report_due" ON "call" USING btree ("report_due_at") WHERE report_due_at is not null;--> statement-breakpoint
CREATE INDEX "call_outputs" ON "call" USING gin ((details #> '{artifact,structuredOutputs}'));