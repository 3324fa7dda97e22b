CREATE TABLE "notice_services" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_services_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"violation_id" bigint NOT NULL,
	"how" text NOT NULL,
	"served_to" text NOT NULL,
	"note" text NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"accuracy" double precision,
	"signature" text,
	"user_id" bigint,
	"voided_at" timestamp (3) with time zone,
	"void_reason" text,
	"voided_by" bigint,
	CONSTRAINT "notice_services_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "notice_services_how_known" CHECK ("notice_services"."how" in ('posted', 'handed', 'mailed', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "notice_services" ADD CONSTRAINT "notice_services_violation_id_violations_id_fk" FOREIGN KEY ("violation_id") REFERENCES "public"."violations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_services" ADD CONSTRAINT "notice_services_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_services" ADD CONSTRAINT "notice_services_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_services_violation" ON "notice_services" USING btree ("violation_id");--> statement-breakpoint
CREATE INDEX "notice_services_user" ON "notice_services" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notice_services_voided_by" ON "notice_services" USING btree ("voided_by");
--> statement-breakpoint
CREATE TRIGGER notice_services_added AFTER INSERT ON notice_services REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('service');
--> statement-breakpoint
CREATE TRIGGER notice_services_changed AFTER UPDATE ON notice_services REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('service');
--> statement-breakpoint
CREATE TRIGGER notice_services_removed AFTER DELETE ON notice_services REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('service');
--> statement-breakpoint
CREATE TRIGGER notice_services_former BEFORE INSERT ON notice_services FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('service');
--> statement-breakpoint
CREATE TRIGGER notice_services_kept BEFORE DELETE ON notice_services FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
