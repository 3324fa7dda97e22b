-- As before, but the number may also be below the last one of the backup: a record whose transaction was open when the
-- backup began has such a number and is not in it. A record that was removed before the backup has its tombstone.
CREATE OR REPLACE FUNCTION take_former_number() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asked text[] := string_to_array(current_setting('codesoft.former'), ':');
  former bigint := asked[2]::bigint;
  taken boolean;
BEGIN
  IF asked[1] <> TG_ARGV[0] THEN RETURN NEW; END IF;
  PERFORM set_config('codesoft.former', '', true);
  IF NOT EXISTS (SELECT FROM numbers_left_free WHERE sequence = TG_TABLE_NAME || '_id_seq' AND former <= up_to)
    OR EXISTS (SELECT FROM changes WHERE record_type = TG_ARGV[0] AND record_id = former AND deleted)
  THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(TG_TABLE_NAME || ' ' || former, 0));
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = $1)', TG_TABLE_NAME) INTO taken USING former;
  IF NOT taken THEN NEW.id := former; END IF;
  RETURN NEW;
END
$$;
