-- expand: priority is made anew in the same transaction, with its index: nobody finds it missing, and it reads as before
-- for all that the last release writes. PostgreSQL 15 cannot change how a column is made.
CREATE TABLE "photo_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid,
	"email" text NOT NULL,
	"asked_mac" text NOT NULL,
	"reference_mac" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "asked_for" text;--> statement-breakpoint
ALTER TABLE "reports" drop column "priority";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "priority" integer GENERATED ALWAYS AS (case when reason = 'cruelty' or asked_for = 'my-child' then 0
          when reason in ('private-details', 'harassment') then 1 else 2 end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("priority","id") WHERE state = 'open' and subject_id is not null;--> statement-breakpoint
ALTER TABLE "photo_requests" ADD CONSTRAINT "photo_requests_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "photo_requests_once" ON "photo_requests" USING btree ("asked_mac");--> statement-breakpoint
CREATE UNIQUE INDEX "photo_requests_reference" ON "photo_requests" USING btree ("reference_mac");--> statement-breakpoint
CREATE INDEX "photo_requests_of_report" ON "photo_requests" USING btree ("report_id") WHERE report_id is not null;--> statement-breakpoint
CREATE INDEX "photo_requests_by_age" ON "photo_requests" USING btree ("created_at");