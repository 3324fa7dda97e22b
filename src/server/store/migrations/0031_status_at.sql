ALTER TABLE "inspections" ADD COLUMN "status_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "inspections_status_set" ON "inspections" USING btree (coalesce("status_at", "updated_at"));--> statement-breakpoint
-- The log tells when the present status was set. One that was imported stays without a time. A restore of a backup from
-- before this migration calls it too.
CREATE FUNCTION fill_status_at() RETURNS void LANGUAGE sql AS $$
  UPDATE inspections SET status_at = set_at.at
  FROM (
    SELECT DISTINCT ON (record_id) record_id, body ->> 'status' AS status, coalesce(observed_at, received_at) AS at
    FROM audit_log WHERE record_type = 'inspection' AND call = 'B81' ORDER BY record_id, id DESC
  ) AS set_at
  WHERE set_at.record_id = inspections.id AND set_at.status = inspections.status
$$;--> statement-breakpoint
SELECT fill_status_at();
