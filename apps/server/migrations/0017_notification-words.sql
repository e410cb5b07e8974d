ALTER TABLE "notification_actors" ADD COLUMN "comment_id" uuid;--> statement-breakpoint
ALTER TABLE "notification_actors" ADD CONSTRAINT "notification_actors_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_actors_newest" ON "notification_actors" USING btree ("notification_id","at" DESC NULLS FIRST,"actor_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notification_actors_of_comment" ON "notification_actors" USING btree ("comment_id") WHERE comment_id is not null;--> statement-breakpoint
CREATE INDEX "notifications_by_group" ON "notifications" USING btree ("user_id","group_key");