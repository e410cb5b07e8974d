-- expand: the last release deletes no user who has said something, so it meets no comment without an author, and sets
-- no deleted_at; what it writes has an author.
CREATE TABLE "set_aside" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "set_aside_user_id_kind_target_pk" PRIMARY KEY("user_id","kind","target")
);
--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_author_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "set_aside" ADD CONSTRAINT "set_aside_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "set_aside_by_target" ON "set_aside" USING btree ("target");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author" CHECK ("comments"."author_id" is not null or "comments"."deleted_at" is not null);
--> statement-breakpoint
-- Who goes takes what they said out of the posts' numbers, and brings it back: as count_replies_of_user, and after it.
CREATE FUNCTION count_said_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_there CONSTANT boolean := OLD.state = 'active' AND OLD.deleted_at IS NULL;
  is_there CONSTANT boolean := NEW.state = 'active' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_there <> is_there THEN
    PERFORM 1 FROM posts WHERE id IN (SELECT post_id FROM comments WHERE author_id = OLD.id AND deleted_at IS NULL)
      ORDER BY id FOR NO KEY UPDATE;
    UPDATE posts p SET comment_count = p.comment_count + x.n * (is_there::int - was_there::int) FROM (
      SELECT post_id, count(*)::int AS n FROM comments WHERE author_id = OLD.id AND deleted_at IS NULL GROUP BY post_id) x
    WHERE p.id = x.post_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_said_left AFTER UPDATE OF state, deleted_at ON users FOR EACH ROW
  EXECUTE FUNCTION count_said_of_user();
