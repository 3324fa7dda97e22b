CREATE TABLE "code_synonyms" (
	"id" serial PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "premise_alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "premise_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"address_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	"user_id" bigint,
	CONSTRAINT "premise_alerts_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "premise_alerts_kind_known" CHECK ("premise_alerts"."kind" in ('dog', 'hostile', 'sharps', 'gate', 'other'))
);
--> statement-breakpoint
CREATE TABLE "prompt_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prompt_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_key" text,
	"observed_at" timestamp (3) with time zone,
	"area_id" bigint NOT NULL,
	"prompt_id" bigint NOT NULL,
	"content" text NOT NULL,
	"answer" text,
	"user_id" bigint,
	CONSTRAINT "prompt_answers_created_by_key_unique" UNIQUE("created_by_key"),
	CONSTRAINT "prompt_answers_known" CHECK ("prompt_answers"."answer" in ('ok', 'problem', 'na'))
);
--> statement-breakpoint
ALTER TABLE "premise_alerts" ADD CONSTRAINT "premise_alerts_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premise_alerts" ADD CONSTRAINT "premise_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_answers" ADD CONSTRAINT "prompt_answers_area_id_areas_id_fk" FOREIGN KEY ("area_id") REFERENCES "public"."areas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_answers" ADD CONSTRAINT "prompt_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "premise_alerts_address" ON "premise_alerts" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "premise_alerts_user" ON "premise_alerts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "prompt_answers_one" ON "prompt_answers" USING btree ("area_id","prompt_id");--> statement-breakpoint
CREATE INDEX "prompt_answers_user" ON "prompt_answers" USING btree ("user_id");
--> statement-breakpoint
CREATE TRIGGER premise_alerts_added AFTER INSERT ON premise_alerts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('alert');
--> statement-breakpoint
CREATE TRIGGER premise_alerts_changed AFTER UPDATE ON premise_alerts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('alert');
--> statement-breakpoint
CREATE TRIGGER premise_alerts_removed AFTER DELETE ON premise_alerts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('alert');
--> statement-breakpoint
CREATE TRIGGER premise_alerts_former BEFORE INSERT ON premise_alerts FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('alert');
--> statement-breakpoint
CREATE TRIGGER premise_alerts_kept BEFORE DELETE ON premise_alerts FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
CREATE TRIGGER prompt_answers_added AFTER INSERT ON prompt_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('answer');
--> statement-breakpoint
CREATE TRIGGER prompt_answers_changed AFTER UPDATE ON prompt_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changes('answer');
--> statement-breakpoint
CREATE TRIGGER prompt_answers_removed AFTER DELETE ON prompt_answers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_removals('answer');
--> statement-breakpoint
CREATE TRIGGER prompt_answers_former BEFORE INSERT ON prompt_answers FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('answer');
--> statement-breakpoint
CREATE TRIGGER prompt_answers_kept BEFORE DELETE ON prompt_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
