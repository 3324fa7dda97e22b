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
