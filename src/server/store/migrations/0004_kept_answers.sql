-- One way to the database instead of four: stands in line behind another sending of the same key, and gives the answer
-- that is kept for it, if there is one. Volatile, so that it sees what the one before it has committed meanwhile.
CREATE FUNCTION kept_answer(asking integer, sent text, wait_seconds integer) RETURNS SETOF idempotency_keys LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM set_config('lock_timeout', wait_seconds || 's', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(asking || ' ' || sent, 0));
  PERFORM set_config('lock_timeout', '0', true);
  RETURN QUERY SELECT * FROM idempotency_keys WHERE user_id = asking AND key = sent;
END
$$;
