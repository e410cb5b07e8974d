CREATE TABLE "posts_to_retag" (
	"post_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "posts_to_retag" ADD CONSTRAINT "posts_to_retag_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Tags of texts in A to Z end where they ended before.
INSERT INTO "posts_to_retag" ("post_id")
  SELECT "id" FROM "posts" WHERE "caption" ~ '[#＃]' AND octet_length("caption") <> char_length("caption");
