CREATE TABLE "audit_chain" (
	"n" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_chain_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"entry_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "files" jsonb;--> statement-breakpoint
CREATE INDEX "audit_chain_sealed" ON "audit_chain" USING btree ("sealed_at","n");--> statement-breakpoint
CREATE INDEX "attachments_sha256" ON "attachments" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "attachments_original" ON "attachments" USING btree (("capture" ->> 'original_sha256'));--> statement-breakpoint
CREATE INDEX "audit_log_files" ON "audit_log" USING gin ("files" jsonb_path_ops) WHERE "audit_log"."files" is not null;
--> statement-breakpoint
CREATE TRIGGER audit_chain_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
--> statement-breakpoint
ALTER TABLE audit_chain ENABLE ALWAYS TRIGGER audit_chain_only_grows;
--> statement-breakpoint
-- A trigger notes every new entry, so no code that writes to the log can forget to. Entries are sealed after their
-- transaction, so that changes do not wait for each other.
CREATE FUNCTION note_unsealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed SELECT id FROM added;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_unsealed AFTER INSERT ON audit_log REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_unsealed();
--> statement-breakpoint
INSERT INTO audit_unsealed SELECT id FROM audit_log;
--> statement-breakpoint
-- What a seal covers: a JSON array as PostgreSQL writes it, moments in UTC with microseconds. It never changes for an
-- entry that is sealed; a new column of the log needs a new function for the entries that are sealed later.
CREATE FUNCTION audit_entry_text(n bigint, sealed_at timestamptz, entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(
    n, to_char(sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.id, entry.user_id, entry.call, entry.path, entry.key, entry.device,
    to_char(entry.observed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    to_char(entry.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.status, entry.record_type, entry.record_id, entry.body, entry.files
  )::text
$$;
--> statement-breakpoint
-- Takes up to `at_most` entries from those that wait and seals them, one process at a time; says how many it took. The
-- first seal stands on 64 zeros. After a restore the trigger has noted entries that the backup holds sealed: those only
-- wait no longer.
CREATE FUNCTION seal_audit_log(at_most integer, moment timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
  head text;
  sealed timestamptz;
  entry audit_log;
  done integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('seal_audit_log', 0));
  SELECT n, hash, greatest(sealed_at, moment) INTO place, head, sealed FROM audit_chain ORDER BY n DESC LIMIT 1;
  IF NOT FOUND THEN
    place := 0;
    head := repeat('0', 64);
    sealed := moment;
  END IF;
  FOR entry IN
    SELECT audit_log.* FROM (SELECT entry_id FROM audit_unsealed ORDER BY entry_id LIMIT at_most) AS waiting
    JOIN audit_log ON audit_log.id = waiting.entry_id ORDER BY waiting.entry_id
  LOOP
    done := done + 1;
    DELETE FROM audit_unsealed WHERE entry_id = entry.id;
    CONTINUE WHEN EXISTS (SELECT FROM audit_chain WHERE entry_id = entry.id);
    place := place + 1;
    head := encode(sha256(convert_to(head || audit_entry_text(place, sealed, entry), 'UTF8')), 'hex');
    INSERT INTO audit_chain (n, entry_id, hash, sealed_at) VALUES (place, entry.id, head, sealed);
  END LOOP;
  RETURN done;
END
$$;
