CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"parent_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"follower_id" uuid NOT NULL,
	"followee_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follows_follower_id_followee_id_pk" PRIMARY KEY("follower_id","followee_id"),
	CONSTRAINT "follows_not_self" CHECK ("follows"."follower_id" <> "follows"."followee_id")
);
--> statement-breakpoint
CREATE TABLE "pet_follows" (
	"user_id" uuid NOT NULL,
	"pet_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pet_follows_user_id_pet_id_pk" PRIMARY KEY("user_id","pet_id")
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "likes_post_id_user_id_pk" PRIMARY KEY("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"original_name" text NOT NULL,
	"original_format" text NOT NULL,
	"state" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" "bytea" NOT NULL,
	"crop" jsonb,
	"rotate" integer DEFAULT 0 NOT NULL,
	"widths" integer[] DEFAULT '{}' NOT NULL,
	"avif_widths" integer[] DEFAULT '{}' NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"size_bytes" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attached_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "photos_rotate" CHECK ("photos"."rotate" in (0, 90, 180, 270))
);
--> statement-breakpoint
CREATE TABLE "pet_people" (
	"pet_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pet_people_pet_id_user_id_pk" PRIMARY KEY("pet_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "pets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"species" text NOT NULL,
	"breed" text DEFAULT '' NOT NULL,
	"sex" text DEFAULT 'unknown' NOT NULL,
	"birthday" date,
	"gotcha_day" date,
	"backdrop" text NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"portrait_id" uuid,
	"follower_count" integer DEFAULT 0 NOT NULL,
	"post_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "pets_counts" CHECK ("pets"."follower_count" >= 0 and "pets"."post_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "post_pets" (
	"pet_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	CONSTRAINT "post_pets_pet_id_post_id_pk" PRIMARY KEY("pet_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "post_photos" (
	"post_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"photo_id" uuid NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "post_photos_post_id_position_pk" PRIMARY KEY("post_id","position"),
	CONSTRAINT "post_photos_position" CHECK ("post_photos"."position" between 0 and 9)
);
--> statement-breakpoint
CREATE TABLE "post_tags" (
	"tag" text NOT NULL,
	"post_id" uuid NOT NULL,
	CONSTRAINT "post_tags_tag_post_id_pk" PRIMARY KEY("tag","post_id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"caption" text NOT NULL,
	"place" text NOT NULL,
	"audience" text NOT NULL,
	"is_ready" boolean NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"posted_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "posts_counts" CHECK ("posts"."like_count" >= 0 and "posts"."comment_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "saves" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saves_post_id_user_id_pk" PRIMARY KEY("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL,
	"user_id" uuid,
	"code_hash" "bytea" NOT NULL,
	"tries_left" integer NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"time_zone" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reset_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"label" text NOT NULL,
	"network" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"fullname" text NOT NULL,
	"email" text NOT NULL,
	"zip_hash" text,
	"state" text NOT NULL,
	"time_zone" text NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"image_name" text,
	"image_pet_id" uuid,
	"follower_count" integer DEFAULT 0 NOT NULL,
	"following_count" integer DEFAULT 0 NOT NULL,
	"post_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_counts" CHECK ("users"."follower_count" >= 0 and "users"."following_count" between 0 and 5000 and "users"."post_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_users_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followee_id_users_id_fk" FOREIGN KEY ("followee_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_follows" ADD CONSTRAINT "pet_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_follows" ADD CONSTRAINT "pet_follows_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_people" ADD CONSTRAINT "pet_people_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_people" ADD CONSTRAINT "pet_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pets" ADD CONSTRAINT "pets_portrait_id_photos_id_fk" FOREIGN KEY ("portrait_id") REFERENCES "public"."photos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_pets" ADD CONSTRAINT "post_pets_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_pets" ADD CONSTRAINT "post_pets_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_photos" ADD CONSTRAINT "post_photos_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_photos" ADD CONSTRAINT "post_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_tags" ADD CONSTRAINT "post_tags_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saves" ADD CONSTRAINT "saves_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saves" ADD CONSTRAINT "saves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_links" ADD CONSTRAINT "reset_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "throttles_by_end" ON "throttles" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "comments_of_post" ON "comments" USING btree ("post_id","id");--> statement-breakpoint
CREATE INDEX "comments_of_parent" ON "comments" USING btree ("parent_id","id");--> statement-breakpoint
CREATE INDEX "comments_by_author" ON "comments" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "follows_newest" ON "follows" USING btree ("follower_id","created_at" DESC NULLS FIRST,"followee_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "follows_of_followee" ON "follows" USING btree ("followee_id","created_at" DESC NULLS FIRST,"follower_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pet_follows_of_pet" ON "pet_follows" USING btree ("pet_id","user_id");--> statement-breakpoint
CREATE INDEX "likes_by_user" ON "likes" USING btree ("user_id","created_at" DESC NULLS FIRST,"post_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "photos_name" ON "photos" USING btree ("name");--> statement-breakpoint
CREATE INDEX "photos_by_owner" ON "photos" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "photos_unattached" ON "photos" USING btree ("created_at") WHERE attached_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "pet_people_by_user" ON "pet_people" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pets_slug" ON "pets" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "pets_search_name" ON "pets" USING gin (plain("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "post_pets_of_post" ON "post_pets" USING btree ("post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "post_photos_photo" ON "post_photos" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "post_tags_of_post" ON "post_tags" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "post_tags_search" ON "post_tags" USING gin (plain("tag") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_by_author" ON "posts" USING btree ("author_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "posts_search_caption" ON "posts" USING gin (plain("caption") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_search_place" ON "posts" USING gin (plain("place") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "saves_by_user" ON "saves" USING btree ("user_id","created_at" DESC NULLS FIRST,"post_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "challenges_hash" ON "challenges" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "challenges_by_user" ON "challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "challenges_by_end" ON "challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "devices_by_user" ON "devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reset_links_by_user" ON "reset_links" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_hash" ON "sessions" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id","last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email")) WHERE "users"."state" = 'active';--> statement-breakpoint
CREATE INDEX "users_search_fullname" ON "users" USING gin (plain("fullname") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search_username" ON "users" USING gin ("username" gin_trgm_ops);