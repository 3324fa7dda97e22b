CREATE TABLE "numbers_left_free" (
	"sequence" text NOT NULL,
	"above" bigint NOT NULL,
	"up_to" bigint NOT NULL,
	CONSTRAINT "numbers_left_free_sequence_above_pk" PRIMARY KEY("sequence","above")
);
--> statement-breakpoint
CREATE TABLE "town_histories" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "town_histories_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"backup_made_at" timestamp with time zone,
	CONSTRAINT "town_histories_id_unique" UNIQUE("id")
);

--> statement-breakpoint
INSERT INTO town_histories (id) VALUES (gen_random_uuid()::text);
--> statement-breakpoint
-- A record that is sent again after a restore gets the number back that the lost town had given it: what other people
-- sent still names it by that number. Only a number that the restore left free, and that nobody has by now. Asked for by
-- the setting codesoft.former of the transaction ('observation:812'), and for its first row alone.
CREATE FUNCTION take_former_number() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asked text[] := string_to_array(current_setting('codesoft.former'), ':');
  former bigint := asked[2]::bigint;
  taken boolean;
BEGIN
  IF asked[1] <> TG_ARGV[0] THEN RETURN NEW; END IF;
  PERFORM set_config('codesoft.former', '', true);
  IF NOT EXISTS (
    SELECT FROM numbers_left_free WHERE sequence = TG_TABLE_NAME || '_id_seq' AND former > above AND former <= up_to
  ) THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(TG_TABLE_NAME || ' ' || former, 0));
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = $1)', TG_TABLE_NAME) INTO taken USING former;
  IF NOT taken THEN NEW.id := former; END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER addresses_former BEFORE INSERT ON addresses FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('address');
--> statement-breakpoint
CREATE TRIGGER units_former BEFORE INSERT ON units FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('unit');
--> statement-breakpoint
CREATE TRIGGER contacts_former BEFORE INSERT ON contacts FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('contact');
--> statement-breakpoint
CREATE TRIGGER businesses_former BEFORE INSERT ON businesses FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('business');
--> statement-breakpoint
CREATE TRIGGER inspections_former BEFORE INSERT ON inspections FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('inspection');
--> statement-breakpoint
CREATE TRIGGER areas_former BEFORE INSERT ON areas FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('area');
--> statement-breakpoint
CREATE TRIGGER observations_former BEFORE INSERT ON observations FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('observation');
--> statement-breakpoint
CREATE TRIGGER violations_former BEFORE INSERT ON violations FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('violation');
--> statement-breakpoint
CREATE TRIGGER violation_comments_former BEFORE INSERT ON violation_comments FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('violationComment');
--> statement-breakpoint
CREATE TRIGGER citations_former BEFORE INSERT ON citations FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('citation');
--> statement-breakpoint
CREATE TRIGGER comments_former BEFORE INSERT ON comments FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('comment');
--> statement-breakpoint
CREATE TRIGGER contact_comments_former BEFORE INSERT ON contact_comments FOR EACH ROW WHEN (current_setting('codesoft.former', true) <> '') EXECUTE FUNCTION take_former_number('contactComment');
