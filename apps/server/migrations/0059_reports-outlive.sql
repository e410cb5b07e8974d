-- expand: a new table; a column that was made by the row is filled by a trigger, whoever inserts, and reads as before.
CREATE TABLE "reported_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"alt" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "subject_id" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "subject_id" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "kind" text;--> statement-breakpoint
UPDATE reports SET kind = case when user_id is not null then 'user' when pet_id is not null then 'pet'
  when post_id is not null then 'post' when comment_id is not null then 'comment'
  when story_id is not null then 'story' end;--> statement-breakpoint
CREATE FUNCTION name_reported() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.subject_id := coalesce(NEW.user_id, NEW.pet_id, NEW.post_id, NEW.comment_id, NEW.story_id);
  NEW.kind := case when NEW.user_id is not null then 'user' when NEW.pet_id is not null then 'pet'
    when NEW.post_id is not null then 'post' when NEW.comment_id is not null then 'comment'
    when NEW.story_id is not null then 'story' end;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER name_reported BEFORE INSERT ON reports FOR EACH ROW EXECUTE FUNCTION name_reported();--> statement-breakpoint
ALTER TABLE "reported_photos" ADD CONSTRAINT "reported_photos_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_photos" ADD CONSTRAINT "reported_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reported_photos_once" ON "reported_photos" USING btree ("report_id","name");--> statement-breakpoint
CREATE INDEX "reported_photos_by_name" ON "reported_photos" USING btree ("name");--> statement-breakpoint
CREATE INDEX "reported_photos_of_photo" ON "reported_photos" USING btree ("photo_id");