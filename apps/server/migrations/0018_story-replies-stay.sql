ALTER TABLE "story_replies" DROP CONSTRAINT "story_replies_story_id_stories_id_fk";
--> statement-breakpoint
ALTER TABLE "story_replies" ALTER COLUMN "story_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "story_replies" ADD COLUMN "recipient_id" uuid;--> statement-breakpoint
UPDATE "story_replies" SET "recipient_id" = "stories"."author_id" FROM "stories" WHERE "stories"."id" = "story_replies"."story_id";--> statement-breakpoint
ALTER TABLE "story_replies" ALTER COLUMN "recipient_id" SET NOT NULL;--> statement-breakpoint
UPDATE "notifications" SET "story_id" = NULL WHERE "story_reply_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "story_replies" ADD CONSTRAINT "story_replies_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_replies" ADD CONSTRAINT "story_replies_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "story_replies_to" ON "story_replies" USING btree ("recipient_id","id");