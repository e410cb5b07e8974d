-- expand: a new table; priority is made anew in the same transaction, with its index, and reads as before for all that the
-- last release writes. PostgreSQL 15 cannot change how a column is made.
CREATE TABLE "listed_pictures" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "is_listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" drop column "priority";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "priority" integer GENERATED ALWAYS AS (case when reason = 'cruelty' or asked_for = 'my-child' or is_listed then 0
          when reason in ('private-details', 'harassment') then 1 else 2 end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("priority","id") WHERE state = 'open' and subject_id is not null;--> statement-breakpoint
CREATE INDEX "listed_pictures_by_time" ON "listed_pictures" USING btree ("seen_at");
