CREATE TABLE "blocked_pictures" (
	"photo_id" uuid PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL,
	"likeness" bit(119),
	"shown_likeness" bit(119),
	"blocked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "likeness" bit(119);--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "shown_likeness" bit(119);--> statement-breakpoint
CREATE INDEX "blocked_pictures_by_hash" ON "blocked_pictures" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "blocked_pictures_by_time" ON "blocked_pictures" USING btree ("blocked_at");