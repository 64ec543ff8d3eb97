CREATE SCHEMA "auth";
--> statement-breakpoint
CREATE TABLE "assistant" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"latest_version" integer NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "assistant_draft" (
	"assistant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"org_id" text NOT NULL,
	"base_version" integer NOT NULL,
	"config" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "assistant_draft_assistant_id_user_id_pk" PRIMARY KEY("assistant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "assistant_version" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"assistant_id" text NOT NULL,
	"version" integer NOT NULL,
	"config" jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"target_id" text,
	"target_name" text,
	"actor" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "call" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"name" text,
	"assistant_id" text,
	"assistant_version" integer,
	"assistant" jsonb NOT NULL,
	"assistant_overrides" jsonb,
	"room_secret_hash" text NOT NULL,
	"node_id" text NOT NULL,
	"lease_expires_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_reason" text,
	"ended_message" text,
	"recording_key" text,
	"video_recording_key" text,
	"video_recording_bytes" bigint,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"token_id" text,
	"visitor_hash" text
);
--> statement-breakpoint
CREATE TABLE "call_event" (
	"call_id" text NOT NULL,
	"org_id" text NOT NULL,
	"seq" integer NOT NULL,
	"at_ms" double precision NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	CONSTRAINT "call_event_call_id_seq_pk" PRIMARY KEY("call_id","seq")
);
--> statement-breakpoint
CREATE TABLE "campaign" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "chat" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"session_id" text NOT NULL,
	"seq" integer NOT NULL,
	"name" text,
	"previous_chat_id" text,
	"status" text NOT NULL,
	"input" jsonb NOT NULL,
	"output" jsonb NOT NULL,
	"failure" jsonb
);
--> statement-breakpoint
CREATE TABLE "credential" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "done_once" (
	"name" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "host_connection" (
	"org_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"private_key" text NOT NULL,
	"enabled" boolean NOT NULL,
	"is_callwright" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"org_id" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"content_type" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_key_org_id_key_pk" PRIMARY KEY("org_id","key")
);
--> statement-breakpoint
CREATE TABLE "knowledge_base" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "phone_number" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "provider_resource" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text,
	"status" text NOT NULL,
	"assistant_id" text,
	"assistant_version" integer,
	"assistant" jsonb NOT NULL,
	"assistant_overrides" jsonb,
	"customer" jsonb,
	"opening_messages" jsonb NOT NULL,
	"prompt_length" integer DEFAULT 0 NOT NULL,
	"first_seq" integer DEFAULT 0 NOT NULL,
	"customer_id" text,
	"phone_number_id" text,
	"expiration_seconds" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"token_id" text,
	"answering_chat_id" text,
	"answering_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "squad" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "structured_output" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "template" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "test_suite" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "test_suite_run" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED,
	"test_suite_id" text GENERATED ALWAYS AS (state ->> 'testSuiteId') STORED
);
--> statement-breakpoint
CREATE TABLE "test_suite_test" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED,
	"test_suite_id" text GENERATED ALWAYS AS (state ->> 'testSuiteId') STORED
);
--> statement-breakpoint
CREATE TABLE "token" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"tag" text NOT NULL,
	"name" text,
	"restrictions" jsonb NOT NULL,
	"value_hash" text NOT NULL,
	"value" text,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tool" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "workflow" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "auth"."account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."device_code" (
	"id" text PRIMARY KEY NOT NULL,
	"device_code" text NOT NULL,
	"user_code" text NOT NULL,
	"user_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"last_polled_at" timestamp (3) with time zone,
	"polling_interval" integer,
	"client_id" text,
	"scope" text
);
--> statement-breakpoint
CREATE TABLE "auth"."first_account" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"email" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"redirect_to" text,
	"sent_at" timestamp (3) with time zone,
	"secret" text,
	"inviter_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."jwks" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"alg" text,
	"crv" text
);
--> statement-breakpoint
CREATE TABLE "auth"."member" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."org_key_set" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"jwks_url" text,
	"keys" jsonb,
	"role" text NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."organization" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"logo" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"metadata" text,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "organization_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "auth"."session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	"active_organization_id" text,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth"."user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth"."verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_command" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"call_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"message" jsonb NOT NULL,
	"sent_by" jsonb NOT NULL,
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
ALTER TABLE "assistant_draft" ADD CONSTRAINT "assistant_draft_assistant_id_assistant_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_version" ADD CONSTRAINT "assistant_version_assistant_id_assistant_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_event" ADD CONSTRAINT "call_event_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat" ADD CONSTRAINT "chat_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_suite_run" ADD CONSTRAINT "test_suite_run_test_suite_id_test_suite_id_fk" FOREIGN KEY ("test_suite_id") REFERENCES "public"."test_suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_suite_test" ADD CONSTRAINT "test_suite_test_test_suite_id_test_suite_id_fk" FOREIGN KEY ("test_suite_id") REFERENCES "public"."test_suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."device_code" ADD CONSTRAINT "device_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."invitation" ADD CONSTRAINT "invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "auth"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."invitation" ADD CONSTRAINT "invitation_inviter_id_user_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."member" ADD CONSTRAINT "member_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "auth"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."org_key_set" ADD CONSTRAINT "org_key_set_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "auth"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_command" ADD CONSTRAINT "call_command_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_note" ADD CONSTRAINT "call_note_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_list" ON "assistant" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assistant_version_list" ON "assistant_version" USING btree ("assistant_id","version" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_event_list" ON "audit_event" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_list" ON "call" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_by_assistant" ON "call" USING btree ("org_id","assistant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_lease" ON "call" USING btree ("lease_expires_at") WHERE status <> 'ended';--> statement-breakpoint
CREATE INDEX "call_video" ON "call" USING btree ("org_id") WHERE video_recording_bytes is not null;--> statement-breakpoint
CREATE INDEX "campaign_list" ON "campaign" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "chat_in_session" ON "chat" USING btree ("session_id","seq");--> statement-breakpoint
CREATE INDEX "chat_list" ON "chat" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "credential_list" ON "credential" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "file_list" ON "file" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "file_processing" ON "file" USING btree ("created_at") WHERE (state ->> 'status') = 'processing';--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "knowledge_base_list" ON "knowledge_base" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "phone_number_list" ON "phone_number" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "provider_resource_list" ON "provider_resource" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "session_list" ON "session" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "session_by_assistant" ON "session" USING btree ("org_id","assistant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "squad_list" ON "squad" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "structured_output_list" ON "structured_output" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "template_list" ON "template" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_suite_list" ON "test_suite" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_suite_run_list" ON "test_suite_run" USING btree ("test_suite_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_suite_test_list" ON "test_suite_test" USING btree ("test_suite_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "token_value" ON "token" USING btree ("value_hash");--> statement-breakpoint
CREATE INDEX "token_list" ON "token" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tool_list" ON "tool" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "workflow_list" ON "workflow" USING btree ("org_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "account_user" ON "auth"."account" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_code_once" ON "auth"."device_code" USING btree ("device_code");--> statement-breakpoint
CREATE UNIQUE INDEX "device_user_code_once" ON "auth"."device_code" USING btree ("user_code");--> statement-breakpoint
CREATE INDEX "invitation_organization" ON "auth"."invitation" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "invitation_email" ON "auth"."invitation" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "member_once" ON "auth"."member" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "member_user" ON "auth"."member" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "org_key_set_issuer" ON "auth"."org_key_set" USING btree ("organization_id","issuer");--> statement-breakpoint
CREATE INDEX "session_user" ON "auth"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "auth"."verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "call_command_of_call" ON "call_command" USING btree ("call_id","created_at");--> statement-breakpoint
CREATE INDEX "call_command_age" ON "call_command" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "call_note_list" ON "call_note" USING btree ("call_id","created_at");--> statement-breakpoint
CREATE INDEX "realtime_mutation_age" ON "realtime_mutation" USING btree ("created_at");--> statement-breakpoint
-- Changes, for every server to read. NOTIFY with a payload would make each transaction wait until the one before it is on the disk.
-- Unlogged: servers lose their connection in a crash, and read everything again. `xid` is the transaction of the change, so that a reader
-- finds what was committed since its last read, in any order.
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
-- Called by the triggers of `watch_changes`. More than 100 ids are not listed: readers then read the whole list.
CREATE FUNCTION "public"."send_change_notice"("resource" text, "org_id" text, "ids" text[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.change_notice (resource, org_id, ids) VALUES ($1, $2, CASE WHEN cardinality($3) <= 100 THEN $3 END);
$$;
--> statement-breakpoint
-- Makes a table send notices. Migrations call it for the tables that they add. `operations`: the statements that count. An update that
-- changes only `quiet_columns` sends no notice.
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
	-- Rows are compared as a whole only when a quiet column has changed, because then little else has.
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
-- Events are only added, and are deleted with their call.
SELECT "public"."watch_changes"('call_event', 'call-event', id_column => 'call_id', operations => '{insert}');--> statement-breakpoint
SELECT "public"."watch_changes"('call_command', 'call-command', id_column => 'call_id', operations => '{insert}');--> statement-breakpoint
SELECT "public"."watch_changes"('call_note', 'call-note', id_column => 'call_id');--> statement-breakpoint
SELECT "public"."watch_changes"('session', 'session', quiet_columns => '{answering_chat_id,answering_until}');--> statement-breakpoint
SELECT "public"."watch_changes"('token', 'token', quiet_columns => '{last_used_at}');--> statement-breakpoint
SELECT "public"."watch_changes"('auth.organization', 'org', org_column => 'id');--> statement-breakpoint
SELECT "public"."watch_changes"('auth.member', 'member', org_column => 'organization_id', id_column => 'user_id');--> statement-breakpoint
SELECT "public"."watch_changes"('auth.invitation', 'invitation', org_column => 'organization_id');--> statement-breakpoint
SELECT "public"."watch_changes"('auth.org_key_set', 'key-set', org_column => 'organization_id', quiet_columns => '{last_used_at}');--> statement-breakpoint
-- Lists of members show the person's name, address and picture. A change of these changes every list the person is in.
CREATE FUNCTION "public"."notice_of_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM public.send_change_notice('member', org, ids)
	FROM (
		SELECT m.organization_id AS org, array_agg(DISTINCT m.user_id::text) AS ids
		FROM change_rows AS n
			JOIN old_rows AS o ON o.id = n.id
			JOIN auth.member AS m ON m.user_id = n.id
		WHERE (n.name, n.email, n.image) IS DISTINCT FROM (o.name, o.email, o.image)
		GROUP BY 1
	) AS changed;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "change_update" AFTER UPDATE ON "auth"."user" REFERENCING NEW TABLE AS change_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION "public"."notice_of_user"();
--> statement-breakpoint
-- Tokens end with the session they were made in. Every server is notified, in each of the person's organizations.
CREATE FUNCTION "public"."notice_of_session_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM public.send_change_notice('session-end', organization_id, ids)
		FROM (
			SELECT m.organization_id, array_agg(s.id) AS ids
			FROM change_rows AS s JOIN auth.member AS m ON m.user_id = s.user_id
			GROUP BY 1
		) AS ended;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "change_delete" AFTER DELETE ON "auth"."session" REFERENCING OLD TABLE AS change_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."notice_of_session_end"();
