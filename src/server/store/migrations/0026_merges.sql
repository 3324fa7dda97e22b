CREATE TABLE "merge_moves" (
	"merge_id" integer NOT NULL,
	"in_table" text NOT NULL,
	"in_column" text NOT NULL,
	"record_id" bigint NOT NULL,
	"from_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	CONSTRAINT "merge_moves_merge_id_in_table_in_column_record_id_pk" PRIMARY KEY("merge_id","in_table","in_column","record_id")
);
--> statement-breakpoint
CREATE TABLE "merged_records" (
	"record_type" text NOT NULL,
	"record_id" bigint NOT NULL,
	"into_id" bigint NOT NULL,
	"merge_id" integer NOT NULL,
	CONSTRAINT "merged_records_record_type_record_id_pk" PRIMARY KEY("record_type","record_id")
);
--> statement-breakpoint
CREATE TABLE "merges" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"winner_id" bigint NOT NULL,
	"loser_id" bigint NOT NULL,
	"winner_name" text NOT NULL,
	"loser_name" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" integer NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" integer,
	"counts" jsonb NOT NULL,
	"taken" jsonb NOT NULL,
	"left_words" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merge_moves" ADD CONSTRAINT "merge_moves_merge_id_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."merges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_records" ADD CONSTRAINT "merged_records_merge_id_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."merges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_records_merge" ON "merged_records" USING btree ("merge_id");--> statement-breakpoint
CREATE INDEX "merges_made" ON "merges" USING btree ("made_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "merges_loser" ON "merges" USING btree ("kind","loser_id");
--> statement-breakpoint
-- The record that a merged one lives on in, however often it was merged on; the number itself where it was not merged.
CREATE FUNCTION merged_into(asked_type text, asked_id bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE way(id, step) AS (
    SELECT asked_id, 0
    UNION ALL
    SELECT merged_records.into_id, way.step + 1 FROM way
    JOIN merged_records ON merged_records.record_type = asked_type AND merged_records.record_id = way.id
    WHERE way.step < 1000
  )
  SELECT id FROM way ORDER BY step DESC LIMIT 1
$$;
