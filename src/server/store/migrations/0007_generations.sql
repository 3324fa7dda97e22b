ALTER TABLE "sessions" ADD COLUMN "person_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "town_generation" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "session_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "attachments_sender" ON "attachments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "attachments_web" ON "attachments" USING btree ("web_key");--> statement-breakpoint
CREATE INDEX "attachments_thumb" ON "attachments" USING btree ("thumb_key");
--> statement-breakpoint
-- A restored database gets another one: sessions that were ended after the backup must not come back with it.
INSERT INTO server_settings (name, value, secret) VALUES ('session-generation', gen_random_uuid()::text, true) ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE sessions SET town_generation = (SELECT value FROM server_settings WHERE name = 'session-generation');
--> statement-breakpoint
CREATE FUNCTION end_session_generation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.session_generation := OLD.session_generation + 1;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_end_sessions BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION end_session_generation();
--> statement-breakpoint
-- As before, but for the lock timeout: what the connection has set is put back, not taken away.
CREATE OR REPLACE FUNCTION kept_answer(asking integer, sent text, wait_seconds integer) RETURNS SETOF idempotency_keys LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  usual text := current_setting('lock_timeout');
BEGIN
  PERFORM set_config('lock_timeout', wait_seconds || 's', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(asking || ' ' || sent, 0));
  PERFORM set_config('lock_timeout', usual, true);
  RETURN QUERY SELECT * FROM idempotency_keys WHERE user_id = asking AND key = sent;
END
$$;
