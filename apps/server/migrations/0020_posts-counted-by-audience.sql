CREATE TABLE "pet_post_counts" (
	"pet_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"posts" integer NOT NULL,
	CONSTRAINT "pet_post_counts_pet_id_author_id_audience_pk" PRIMARY KEY("pet_id","author_id","audience")
);
--> statement-breakpoint
ALTER TABLE "pets" DROP CONSTRAINT "pets_counts";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_counts";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "followers_post_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "friends_post_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pet_post_counts" ADD CONSTRAINT "pet_post_counts_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_post_counts" ADD CONSTRAINT "pet_post_counts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "users" u SET "followers_post_count" = n.followers, "friends_post_count" = n.friends
  FROM (SELECT "author_id", count(*) FILTER (WHERE "audience" = 'followers') AS followers, count(*) FILTER (WHERE "audience" = 'close-friends') AS friends
    FROM "posts" WHERE "is_ready" AND "archived_at" IS NULL AND "deleted_at" IS NULL GROUP BY 1) n
  WHERE u."id" = n."author_id";--> statement-breakpoint
INSERT INTO "pet_post_counts" ("pet_id", "author_id", "audience", "posts")
  SELECT x."pet_id", p."author_id", p."audience", count(*) FROM "post_pets" x JOIN "posts" p ON p."id" = x."post_id"
  WHERE p."is_ready" AND p."archived_at" IS NULL AND p."deleted_at" IS NULL GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE INDEX "pet_post_counts_of_author" ON "pet_post_counts" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "pets" DROP COLUMN "post_count";--> statement-breakpoint
ALTER TABLE "pets" ADD CONSTRAINT "pets_counts" CHECK ("pets"."follower_count" >= 0);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_counts" CHECK ("users"."follower_count" >= 0 and "users"."following_count" between 0 and 5000
        and "users"."followers_post_count" >= 0 and "users"."friends_post_count" >= 0
        and "users"."post_count" >= "users"."followers_post_count" + "users"."friends_post_count");