-- An address as doubles of it are found: lower-case letters and digits with one blank between, and the words of a street
-- in their short form. Null where nothing is left. Cut, so that an index can hold it.
CREATE FUNCTION double_key(field text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(left(trim(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    ' ' || regexp_replace(lower(field), '[^[:alnum:]]+', ' ', 'g') || ' ',
      ' avenue ', ' ave '),
      ' boulevard ', ' blvd '),
      ' circle ', ' cir '),
      ' court ', ' ct '),
      ' drive ', ' dr '),
      ' highway ', ' hwy '),
      ' lane ', ' ln '),
      ' parkway ', ' pkwy '),
      ' place ', ' pl '),
      ' road ', ' rd '),
      ' square ', ' sq '),
      ' street ', ' st '),
      ' terrace ', ' ter '),
      ' north ', ' n '),
      ' south ', ' s '),
      ' east ', ' e '),
      ' west ', ' w ')
  ), 300), '')
$$;
--> statement-breakpoint
CREATE TABLE "dismissed_doubles" (
	"kind" text NOT NULL,
	"first_id" bigint NOT NULL,
	"second_id" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" integer NOT NULL,
	CONSTRAINT "dismissed_doubles_kind_first_id_second_id_pk" PRIMARY KEY("kind","first_id","second_id")
);
--> statement-breakpoint
DROP INDEX "addresses_property_id";--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "double_key" text GENERATED ALWAYS AS (double_key(combadd)) STORED;--> statement-breakpoint
CREATE INDEX "dismissed_doubles_made" ON "dismissed_doubles" USING btree ("made_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "addresses_double" ON "addresses" USING btree ("double_key","id");--> statement-breakpoint
CREATE INDEX "addresses_property_id" ON "addresses" USING btree ("property_id","id");
