CREATE TABLE "citations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "citations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"citationid" text,
	"violation_id" bigint NOT NULL,
	"unit_id" bigint,
	"code_id" bigint,
	"user_id" bigint,
	"fine" numeric(12, 2),
	"deadline" date,
	"trial_date" date,
	"status" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "citations_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "citations_status_known" CHECK ("citations"."status" between 0 and 3),
	CONSTRAINT "citations_fine_real" CHECK ("citations"."fine" >= 0)
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"address_id" bigint NOT NULL,
	"unit_id" bigint,
	"user_id" bigint,
	"content" text NOT NULL,
	"review_later" boolean DEFAULT false NOT NULL,
	CONSTRAINT "comments_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
CREATE TABLE "contact_comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"contact_id" bigint NOT NULL,
	"user_id" bigint,
	"comment" text NOT NULL,
	CONSTRAINT "contact_comments_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
CREATE TABLE "licenses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licenses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"license_type" integer NOT NULL,
	"license_number" text,
	"inspection_id" bigint,
	"address_id" bigint,
	"business_id" bigint,
	"paid" boolean DEFAULT false NOT NULL,
	"sent" boolean DEFAULT false NOT NULL,
	"revoked" boolean DEFAULT false NOT NULL,
	"date_issued" date,
	"expiration_date" date,
	"fiscal_year" text,
	"conditions" text,
	CONSTRAINT "licenses_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "licenses_type_known" CHECK ("licenses"."license_type" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "permits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "permits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"permit_type" text,
	"permit_number" text,
	"inspection_id" bigint NOT NULL,
	"business_id" bigint,
	"paid" boolean DEFAULT false NOT NULL,
	"date_issued" date,
	"expiration_date" date,
	"conditions" text,
	CONSTRAINT "permits_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
CREATE TABLE "violation_codes" (
	"violation_id" bigint NOT NULL,
	"code_id" bigint NOT NULL,
	CONSTRAINT "violation_codes_violation_id_code_id_pk" PRIMARY KEY("violation_id","code_id")
);
--> statement-breakpoint
CREATE TABLE "violation_comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "violation_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"violation_id" bigint NOT NULL,
	"user_id" bigint,
	"content" text NOT NULL,
	CONSTRAINT "violation_comments_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
CREATE TABLE "violations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "violations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"address_id" bigint NOT NULL,
	"unit_id" bigint,
	"business_id" bigint,
	"inspection_id" bigint,
	"user_id" bigint,
	"violation_type" text DEFAULT 'doorhanger' NOT NULL,
	"description" text,
	"comment" text,
	"deadline" text DEFAULT 'Immediate' NOT NULL,
	"extend" integer DEFAULT 0 NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "violations_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "violations_deadline_known" CHECK ("violations"."deadline" in ('Immediate', '1 day', '3 days', '7 days', '14 days', '30 days')),
	CONSTRAINT "violations_status_known" CHECK ("violations"."status" between 0 and 3),
	CONSTRAINT "violations_extend_real" CHECK ("violations"."extend" >= 0)
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"record_type" text NOT NULL,
	"record_id" bigint NOT NULL,
	"position" bigint NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "changes_record_type_record_id_pk" PRIMARY KEY("record_type","record_id")
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" serial PRIMARY KEY NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" integer NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"original_key" text NOT NULL,
	"web_key" text,
	"thumb_key" text,
	"width" integer,
	"height" integer,
	"capture" jsonb,
	"code_ids" integer[],
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attachments_original_key_unique" UNIQUE("original_key")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer,
	"call" text NOT NULL,
	"path" text NOT NULL,
	"key" text,
	"device" text,
	"observed_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	"status" integer NOT NULL,
	"record_type" text,
	"record_id" integer,
	"body" jsonb
);
--> statement-breakpoint
CREATE TABLE "device_heartbeats" (
	"user_id" integer NOT NULL,
	"device" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "device_heartbeats_user_id_device_pk" PRIMARY KEY("user_id","device")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"call" text NOT NULL,
	"status" integer NOT NULL,
	"answer" "bytea" NOT NULL,
	"headers" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "server_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"secret" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"device" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"scope" text PRIMARY KEY NOT NULL,
	"wrong" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_contacts" (
	"address_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_contacts_address_id_contact_id_pk" PRIMARY KEY("address_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"pid" text,
	"combadd" text,
	"property_name" text,
	"name" text,
	"aka" text,
	"streetnumb" text,
	"streetname" text,
	"streettype" text,
	"premisezip" text,
	"ownername" text,
	"owneraddress" text,
	"ownercity" text,
	"ownerstate" text,
	"ownerzip" text,
	"owneroccupiedin" text,
	"vacancy_status" text,
	"vacant" text,
	"absent" text,
	"district" text,
	"property_id" text,
	"landusecode" text,
	"zoning" text,
	"property_type" text,
	"proptype" integer,
	"outstanding" boolean,
	"latitude" double precision,
	"longitude" double precision,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(combadd, '') || chr(10) || coalesce(property_name, '') || chr(10) || coalesce(aka, '') || chr(10) || coalesce(ownername, ''))) STORED,
	CONSTRAINT "addresses_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "addresses_latitude_real" CHECK ("addresses"."latitude" between -90 and 90),
	CONSTRAINT "addresses_longitude_real" CHECK ("addresses"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE TABLE "business_contacts" (
	"business_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_contacts_business_id_contact_id_pk" PRIMARY KEY("business_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "businesses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"name" text,
	"trading_as" text,
	"email" text,
	"phone" text,
	"website" text,
	"address_id" bigint NOT NULL,
	"unit_id" bigint,
	"is_closed" boolean DEFAULT false NOT NULL,
	"opened_on" date,
	"employee_count" integer,
	CONSTRAINT "businesses_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "businesses_employee_count_real" CHECK ("businesses"."employee_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"chapter" text NOT NULL,
	"section" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	CONSTRAINT "codes_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"notes" text,
	"hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "contacts_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
CREATE TABLE "prompts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prompts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"content" text NOT NULL,
	"room_id" bigint NOT NULL,
	CONSTRAINT "prompts_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rooms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"name" text NOT NULL,
	CONSTRAINT "rooms_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
CREATE TABLE "units" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "units_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"number" text NOT NULL,
	"address_id" bigint NOT NULL,
	CONSTRAINT "units_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "units_number_filled" CHECK (trim("units"."number") <> '')
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"email" text NOT NULL,
	"name" text,
	"phone" text,
	"role" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"password_hash" text,
	CONSTRAINT "users_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "users_role_known" CHECK ("users"."role" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "areas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "areas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"notes" text,
	"inspection_id" bigint NOT NULL,
	"unit_id" bigint,
	"room_id" bigint,
	CONSTRAINT "areas_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
CREATE TABLE "inspections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inspections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"source" text NOT NULL,
	"status" text,
	"status_message" text,
	"description" text,
	"comment" text,
	"paid" boolean DEFAULT false NOT NULL,
	"scheduled_datetime" text,
	"address_id" bigint,
	"unit_id" bigint,
	"business_id" bigint,
	"inspector_id" bigint,
	"contact_id" bigint,
	CONSTRAINT "inspections_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "inspections_scheduled_wall_time" CHECK ("inspections"."scheduled_datetime" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?$')
);
--> statement-breakpoint
CREATE TABLE "observation_codes" (
	"observation_id" bigint NOT NULL,
	"code_id" bigint NOT NULL,
	CONSTRAINT "observation_codes_observation_id_code_id_pk" PRIMARY KEY("observation_id","code_id")
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "observations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"area_id" bigint NOT NULL,
	"content" text NOT NULL,
	"potentialvio" boolean DEFAULT false NOT NULL,
	"user_id" bigint,
	CONSTRAINT "observations_created_by_key_unique" UNIQUE("created_by_key")
);
--> statement-breakpoint
ALTER TABLE "citations" ADD CONSTRAINT "citations_violation_id_violations_id_fk" FOREIGN KEY ("violation_id") REFERENCES "public"."violations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citations" ADD CONSTRAINT "citations_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citations" ADD CONSTRAINT "citations_code_id_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citations" ADD CONSTRAINT "citations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_comments" ADD CONSTRAINT "contact_comments_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_comments" ADD CONSTRAINT "contact_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "permits" ADD CONSTRAINT "permits_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "permits" ADD CONSTRAINT "permits_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violation_codes" ADD CONSTRAINT "violation_codes_violation_id_violations_id_fk" FOREIGN KEY ("violation_id") REFERENCES "public"."violations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violation_codes" ADD CONSTRAINT "violation_codes_code_id_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violation_comments" ADD CONSTRAINT "violation_comments_violation_id_violations_id_fk" FOREIGN KEY ("violation_id") REFERENCES "public"."violations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violation_comments" ADD CONSTRAINT "violation_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violations" ADD CONSTRAINT "violations_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violations" ADD CONSTRAINT "violations_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violations" ADD CONSTRAINT "violations_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violations" ADD CONSTRAINT "violations_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violations" ADD CONSTRAINT "violations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_contacts" ADD CONSTRAINT "address_contacts_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_contacts" ADD CONSTRAINT "address_contacts_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_contacts" ADD CONSTRAINT "business_contacts_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_contacts" ADD CONSTRAINT "business_contacts_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts" ADD CONSTRAINT "prompts_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "areas" ADD CONSTRAINT "areas_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "areas" ADD CONSTRAINT "areas_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "areas" ADD CONSTRAINT "areas_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_inspector_id_users_id_fk" FOREIGN KEY ("inspector_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation_codes" ADD CONSTRAINT "observation_codes_observation_id_observations_id_fk" FOREIGN KEY ("observation_id") REFERENCES "public"."observations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation_codes" ADD CONSTRAINT "observation_codes_code_id_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_area_id_areas_id_fk" FOREIGN KEY ("area_id") REFERENCES "public"."areas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "citations_newest" ON "citations" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "citations_violation" ON "citations" USING btree ("violation_id");--> statement-breakpoint
CREATE INDEX "citations_unit" ON "citations" USING btree ("unit_id");--> statement-breakpoint
CREATE INDEX "citations_code" ON "citations" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "citations_user" ON "citations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_newest" ON "comments" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "comments_address" ON "comments" USING btree ("address_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "comments_unit" ON "comments" USING btree ("unit_id");--> statement-breakpoint
CREATE INDEX "comments_user" ON "comments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_comments_contact" ON "contact_comments" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "contact_comments_user" ON "contact_comments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "licenses_newest" ON "licenses" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "licenses_number" ON "licenses" USING btree (lower(trim("license_number")));--> statement-breakpoint
CREATE UNIQUE INDEX "licenses_inspection" ON "licenses" USING btree ("inspection_id");--> statement-breakpoint
CREATE INDEX "licenses_address" ON "licenses" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "licenses_business" ON "licenses" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "licenses_needing_action" ON "licenses" USING btree ("created_at" DESC NULLS LAST) WHERE not "licenses"."paid" or not "licenses"."sent";--> statement-breakpoint
CREATE INDEX "permits_newest" ON "permits" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "permits_inspection" ON "permits" USING btree ("inspection_id");--> statement-breakpoint
CREATE INDEX "permits_business" ON "permits" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "violation_codes_code" ON "violation_codes" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "violation_comments_violation" ON "violation_comments" USING btree ("violation_id");--> statement-breakpoint
CREATE INDEX "violation_comments_user" ON "violation_comments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "violations_newest" ON "violations" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "violations_address" ON "violations" USING btree ("address_id","status");--> statement-breakpoint
CREATE INDEX "violations_unit" ON "violations" USING btree ("unit_id");--> statement-breakpoint
CREATE INDEX "violations_business" ON "violations" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "violations_inspection" ON "violations" USING btree ("inspection_id");--> statement-breakpoint
CREATE INDEX "violations_user" ON "violations" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "violations_open" ON "violations" USING btree ("updated_at" DESC NULLS LAST) WHERE "violations"."status" = 0;--> statement-breakpoint
CREATE INDEX "changes_cursor" ON "changes" USING btree ("position","record_type","record_id");--> statement-breakpoint
CREATE INDEX "attachments_owner" ON "attachments" USING btree ("owner_type","owner_id");--> statement-breakpoint
CREATE INDEX "audit_log_record" ON "audit_log" USING btree ("record_type","record_id");--> statement-breakpoint
CREATE INDEX "audit_log_key" ON "audit_log" USING btree ("key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "address_contacts_contact" ON "address_contacts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "addresses_search" ON "addresses" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "addresses_newest" ON "addresses" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "addresses_combadd" ON "addresses" USING btree (lower("combadd"));--> statement-breakpoint
CREATE INDEX "addresses_pid" ON "addresses" USING btree ("pid");--> statement-breakpoint
CREATE INDEX "addresses_property_id" ON "addresses" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "addresses_vacancy" ON "addresses" USING btree ("vacancy_status") WHERE "addresses"."vacancy_status" <> 'occupied';--> statement-breakpoint
CREATE INDEX "business_contacts_contact" ON "business_contacts" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "businesses_name" ON "businesses" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "businesses_address" ON "businesses" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "businesses_unit" ON "businesses" USING btree ("unit_id");--> statement-breakpoint
CREATE INDEX "codes_place" ON "codes" USING btree ("chapter","section");--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "contacts_email" ON "contacts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "contacts_phone" ON "contacts" USING btree (regexp_replace("phone", '[^0-9]', '', 'g'));--> statement-breakpoint
CREATE INDEX "contacts_newest" ON "contacts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "prompts_room" ON "prompts" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "rooms_name" ON "rooms" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "units_number" ON "units" USING btree ("address_id",lower(trim("number")));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","active");--> statement-breakpoint
CREATE INDEX "areas_inspection" ON "areas" USING btree ("inspection_id","unit_id");--> statement-breakpoint
CREATE INDEX "areas_unit" ON "areas" USING btree ("unit_id");--> statement-breakpoint
CREATE INDEX "areas_room" ON "areas" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "inspections_newest" ON "inspections" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inspections_updated" ON "inspections" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "inspections_address" ON "inspections" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "inspections_unit" ON "inspections" USING btree ("unit_id");--> statement-breakpoint
CREATE INDEX "inspections_business" ON "inspections" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "inspections_inspector" ON "inspections" USING btree ("inspector_id","status");--> statement-breakpoint
CREATE INDEX "inspections_contact" ON "inspections" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "inspections_source" ON "inspections" USING btree (lower("source"),"created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "observation_codes_code" ON "observation_codes" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "observations_area" ON "observations" USING btree ("area_id");--> statement-breakpoint
CREATE INDEX "observations_user" ON "observations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "observations_potential" ON "observations" USING btree ("area_id") WHERE "observations"."potentialvio";