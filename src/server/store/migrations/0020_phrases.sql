CREATE TABLE "phrases" (
	"id" serial PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"room" text,
	"code_id" bigint
);
--> statement-breakpoint
ALTER TABLE "phrases" ADD CONSTRAINT "phrases_code_id_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phrases_code" ON "phrases" USING btree ("code_id");