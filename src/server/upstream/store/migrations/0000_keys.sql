CREATE TABLE "front"."keys" (
	"who" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"call" text NOT NULL,
	"state" text NOT NULL,
	"generation" integer NOT NULL,
	"makes" boolean NOT NULL,
	"stood" jsonb,
	"doubts" integer NOT NULL,
	"looked" integer NOT NULL,
	"front_died" boolean NOT NULL,
	"resource" text,
	"late_until" timestamp with time zone,
	"status" integer,
	"answer" "bytea",
	"headers" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "keys_who_key_pk" PRIMARY KEY("who","key")
);
--> statement-breakpoint
CREATE TABLE "front"."generations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "front"."generations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "front_keys_age" ON "front"."keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "front_keys_late" ON "front"."keys" USING btree ("resource","late_until") WHERE late_until is not null;--> statement-breakpoint
CREATE INDEX "front_keys_under_way" ON "front"."keys" USING btree ("generation") WHERE state = 'forwarding';