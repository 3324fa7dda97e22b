CREATE TABLE "known_devices" (
	"user_id" integer NOT NULL,
	"secret_hash" text NOT NULL,
	"is_code" boolean NOT NULL,
	"person_generation" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_secret_hash_pk" PRIMARY KEY("user_id","secret_hash")
);
--> statement-breakpoint
CREATE INDEX "known_devices_secret" ON "known_devices" USING btree ("secret_hash");