CREATE TABLE "host_connection" (
	"org_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"private_key" text NOT NULL,
	"enabled" boolean NOT NULL,
	"is_callwright" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
