-- A field as a search looks through it, behind a line break: tidy and lower-case, as `searchable` of rules/address-text.ts
-- has it, so that the server finds what the phones find. The blanks are those of JavaScript, and control characters.
CREATE FUNCTION search_line(field text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT E'\n' || translate(lower(translate(
    trim(regexp_replace(coalesce(field, ''), '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')),
    U&'\0130', 'I')), U&'\03c2', U&'\03c3')
$$;
--> statement-breakpoint
ALTER TABLE "addresses" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_line(combadd) || search_line(property_name) || search_line(aka) || search_line(ownername)) STORED;--> statement-breakpoint
CREATE INDEX "addresses_search" ON "addresses" USING gin ("search_text" gin_trgm_ops);
