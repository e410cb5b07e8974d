CREATE INDEX "pets_most_followed" ON "pets" USING btree ("follower_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_image" ON "users" USING btree ("image_name") WHERE image_name is not null;--> statement-breakpoint
CREATE INDEX "users_by_image_pet" ON "users" USING btree ("image_pet_id") WHERE image_pet_id is not null;--> statement-breakpoint
CREATE INDEX "users_most_followed" ON "users" USING btree ("follower_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE state = 'active' and deleted_at is null;