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
--> statement-breakpoint
-- Notes the last change of every record in "changes": see store/change-table.ts. One statement, one note, however many rows.
CREATE SEQUENCE change_positions;
--> statement-breakpoint
-- From here on the last value is a position that was given, so a new one is always greater than the last value.
SELECT nextval('change_positions');
--> statement-breakpoint
-- A position for what the transaction under way changes. Before its first one it shows, by a shared lock on the last
-- value, from where on it may yet add positions; the lock ends when its rows can be seen.
CREATE FUNCTION next_change_position() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('codesoft.noting', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    PERFORM pg_advisory_xact_lock_shared((7340514::bigint << 40) | last_value) FROM change_positions;
    PERFORM set_config('codesoft.noting', pg_current_xact_id()::text, true);
  END IF;
  RETURN nextval('change_positions');
END
$$;
--> statement-breakpoint
-- Up to here, this position included, nothing can appear any more. Ask for it first, read the rows in a later statement.
CREATE FUNCTION change_horizon() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  given bigint;
  open bigint;
BEGIN
  SELECT last_value INTO given FROM change_positions;
  SELECT min(((classid::bigint << 32) | objid::bigint) & ((1::bigint << 40) - 1)) INTO open
  FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint << 32) >> 40 = 7340514
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(given, open);
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  here bigint := next_change_position();
BEGIN
  INSERT INTO changes (record_type, record_id, position)
  SELECT TG_ARGV[0], id, here FROM changed ORDER BY id
  ON CONFLICT (record_type, record_id) DO UPDATE SET position = excluded.position, deleted = false;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_removals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  here bigint := next_change_position();
BEGIN
  INSERT INTO changes (record_type, record_id, position, deleted)
  SELECT TG_ARGV[0], id, here, true FROM changed ORDER BY id
  ON CONFLICT (record_type, record_id) DO UPDATE SET position = excluded.position, deleted = true;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What hangs on a record is part of it: its files, its code sections, its links.
CREATE FUNCTION note_owner_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO changes (record_type, record_id, position) SELECT DISTINCT %s, %s::bigint, $1 FROM changed ORDER BY 2 '
    'ON CONFLICT (record_type, record_id) DO UPDATE SET position = excluded.position, deleted = false',
    TG_ARGV[0], TG_ARGV[1]
  ) USING next_change_position();
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_added AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('user');
--> statement-breakpoint
CREATE TRIGGER users_changed AFTER UPDATE ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('user');
--> statement-breakpoint
CREATE TRIGGER users_removed AFTER DELETE ON users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('user');
--> statement-breakpoint
CREATE TRIGGER addresses_added AFTER INSERT ON addresses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('address');
--> statement-breakpoint
CREATE TRIGGER addresses_changed AFTER UPDATE ON addresses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('address');
--> statement-breakpoint
CREATE TRIGGER addresses_removed AFTER DELETE ON addresses REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('address');
--> statement-breakpoint
CREATE TRIGGER units_added AFTER INSERT ON units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('unit');
--> statement-breakpoint
CREATE TRIGGER units_changed AFTER UPDATE ON units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('unit');
--> statement-breakpoint
CREATE TRIGGER units_removed AFTER DELETE ON units REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('unit');
--> statement-breakpoint
CREATE TRIGGER contacts_added AFTER INSERT ON contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('contact');
--> statement-breakpoint
CREATE TRIGGER contacts_changed AFTER UPDATE ON contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('contact');
--> statement-breakpoint
CREATE TRIGGER contacts_removed AFTER DELETE ON contacts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('contact');
--> statement-breakpoint
CREATE TRIGGER businesses_added AFTER INSERT ON businesses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('business');
--> statement-breakpoint
CREATE TRIGGER businesses_changed AFTER UPDATE ON businesses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('business');
--> statement-breakpoint
CREATE TRIGGER businesses_removed AFTER DELETE ON businesses REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('business');
--> statement-breakpoint
CREATE TRIGGER codes_added AFTER INSERT ON codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('code');
--> statement-breakpoint
CREATE TRIGGER codes_changed AFTER UPDATE ON codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('code');
--> statement-breakpoint
CREATE TRIGGER codes_removed AFTER DELETE ON codes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('code');
--> statement-breakpoint
CREATE TRIGGER rooms_added AFTER INSERT ON rooms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('room');
--> statement-breakpoint
CREATE TRIGGER rooms_changed AFTER UPDATE ON rooms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('room');
--> statement-breakpoint
CREATE TRIGGER rooms_removed AFTER DELETE ON rooms REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('room');
--> statement-breakpoint
CREATE TRIGGER prompts_added AFTER INSERT ON prompts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('prompt');
--> statement-breakpoint
CREATE TRIGGER prompts_changed AFTER UPDATE ON prompts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('prompt');
--> statement-breakpoint
CREATE TRIGGER prompts_removed AFTER DELETE ON prompts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('prompt');
--> statement-breakpoint
CREATE TRIGGER inspections_added AFTER INSERT ON inspections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('inspection');
--> statement-breakpoint
CREATE TRIGGER inspections_changed AFTER UPDATE ON inspections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('inspection');
--> statement-breakpoint
CREATE TRIGGER inspections_removed AFTER DELETE ON inspections REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('inspection');
--> statement-breakpoint
CREATE TRIGGER areas_added AFTER INSERT ON areas REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('area');
--> statement-breakpoint
CREATE TRIGGER areas_changed AFTER UPDATE ON areas REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('area');
--> statement-breakpoint
CREATE TRIGGER areas_removed AFTER DELETE ON areas REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('area');
--> statement-breakpoint
CREATE TRIGGER observations_added AFTER INSERT ON observations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('observation');
--> statement-breakpoint
CREATE TRIGGER observations_changed AFTER UPDATE ON observations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('observation');
--> statement-breakpoint
CREATE TRIGGER observations_removed AFTER DELETE ON observations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('observation');
--> statement-breakpoint
CREATE TRIGGER violations_added AFTER INSERT ON violations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('violation');
--> statement-breakpoint
CREATE TRIGGER violations_changed AFTER UPDATE ON violations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('violation');
--> statement-breakpoint
CREATE TRIGGER violations_removed AFTER DELETE ON violations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('violation');
--> statement-breakpoint
CREATE TRIGGER violation_comments_added AFTER INSERT ON violation_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('violationComment');
--> statement-breakpoint
CREATE TRIGGER violation_comments_changed AFTER UPDATE ON violation_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('violationComment');
--> statement-breakpoint
CREATE TRIGGER violation_comments_removed AFTER DELETE ON violation_comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('violationComment');
--> statement-breakpoint
CREATE TRIGGER citations_added AFTER INSERT ON citations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('citation');
--> statement-breakpoint
CREATE TRIGGER citations_changed AFTER UPDATE ON citations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('citation');
--> statement-breakpoint
CREATE TRIGGER citations_removed AFTER DELETE ON citations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('citation');
--> statement-breakpoint
CREATE TRIGGER comments_added AFTER INSERT ON comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('comment');
--> statement-breakpoint
CREATE TRIGGER comments_changed AFTER UPDATE ON comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('comment');
--> statement-breakpoint
CREATE TRIGGER comments_removed AFTER DELETE ON comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('comment');
--> statement-breakpoint
CREATE TRIGGER contact_comments_added AFTER INSERT ON contact_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('contactComment');
--> statement-breakpoint
CREATE TRIGGER contact_comments_changed AFTER UPDATE ON contact_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('contactComment');
--> statement-breakpoint
CREATE TRIGGER contact_comments_removed AFTER DELETE ON contact_comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('contactComment');
--> statement-breakpoint
CREATE TRIGGER licenses_added AFTER INSERT ON licenses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('license');
--> statement-breakpoint
CREATE TRIGGER licenses_changed AFTER UPDATE ON licenses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('license');
--> statement-breakpoint
CREATE TRIGGER licenses_removed AFTER DELETE ON licenses REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('license');
--> statement-breakpoint
CREATE TRIGGER permits_added AFTER INSERT ON permits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('permit');
--> statement-breakpoint
CREATE TRIGGER permits_changed AFTER UPDATE ON permits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('permit');
--> statement-breakpoint
CREATE TRIGGER permits_removed AFTER DELETE ON permits REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('permit');
--> statement-breakpoint
CREATE TRIGGER attachments_added AFTER INSERT ON attachments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('owner_type', 'owner_id');
--> statement-breakpoint
CREATE TRIGGER attachments_changed AFTER UPDATE ON attachments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('owner_type', 'owner_id');
--> statement-breakpoint
CREATE TRIGGER attachments_removed AFTER DELETE ON attachments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('owner_type', 'owner_id');
--> statement-breakpoint
CREATE TRIGGER observation_codes_added AFTER INSERT ON observation_codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''observation''', 'observation_id');
--> statement-breakpoint
CREATE TRIGGER observation_codes_changed AFTER UPDATE ON observation_codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''observation''', 'observation_id');
--> statement-breakpoint
CREATE TRIGGER observation_codes_removed AFTER DELETE ON observation_codes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''observation''', 'observation_id');
--> statement-breakpoint
CREATE TRIGGER violation_codes_added AFTER INSERT ON violation_codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''violation''', 'violation_id');
--> statement-breakpoint
CREATE TRIGGER violation_codes_changed AFTER UPDATE ON violation_codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''violation''', 'violation_id');
--> statement-breakpoint
CREATE TRIGGER violation_codes_removed AFTER DELETE ON violation_codes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''violation''', 'violation_id');
--> statement-breakpoint
CREATE TRIGGER address_contacts_added AFTER INSERT ON address_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''contact''', 'contact_id');
--> statement-breakpoint
CREATE TRIGGER address_contacts_changed AFTER UPDATE ON address_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''contact''', 'contact_id');
--> statement-breakpoint
CREATE TRIGGER address_contacts_removed AFTER DELETE ON address_contacts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''contact''', 'contact_id');
--> statement-breakpoint
CREATE TRIGGER business_contacts_added AFTER INSERT ON business_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''contact''', 'contact_id');
--> statement-breakpoint
CREATE TRIGGER business_contacts_changed AFTER UPDATE ON business_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''contact''', 'contact_id');
--> statement-breakpoint
CREATE TRIGGER business_contacts_removed AFTER DELETE ON business_contacts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''contact''', 'contact_id');
--> statement-breakpoint
-- The audit log only grows, and records that the town decided upon are never deleted (G-15). The database refuses it to every user.
CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % are kept for ever', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_only_grows;
--> statement-breakpoint
CREATE TRIGGER inspections_kept BEFORE DELETE ON inspections FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER areas_kept BEFORE DELETE ON areas FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER observations_kept BEFORE DELETE ON observations FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER violations_kept BEFORE DELETE ON violations FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER violation_comments_kept BEFORE DELETE ON violation_comments FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER citations_kept BEFORE DELETE ON citations FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER comments_kept BEFORE DELETE ON comments FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER contact_comments_kept BEFORE DELETE ON contact_comments FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER licenses_kept BEFORE DELETE ON licenses FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER permits_kept BEFORE DELETE ON permits FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER attachments_kept BEFORE DELETE ON attachments FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
-- Waits until another sending of the same key has ended, then returns the answer that is kept for it, if there is one.
-- This is one call to the database instead of four. Volatile, so that it sees what the earlier sending has committed.
CREATE FUNCTION kept_answer(asking integer, sent text, wait_seconds integer) RETURNS SETOF idempotency_keys LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM set_config('lock_timeout', wait_seconds || 's', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(asking || ' ' || sent, 0));
  PERFORM set_config('lock_timeout', '0', true);
  RETURN QUERY SELECT * FROM idempotency_keys WHERE user_id = asking AND key = sent;
END
$$;
--> statement-breakpoint
CREATE INDEX "inspections_pending" ON "inspections" USING btree ("inspector_id",trim(regexp_replace(lower(coalesce("status", '')), '[[:space:]_-]+', ' ', 'g')));
