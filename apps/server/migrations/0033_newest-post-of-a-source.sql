-- The newest post of each author and pet: a feed looks into the posts of those only who have one new enough. Kept as posts
-- come and go, in the transaction that changes them; no write can forget it.
-- docs/decisions/0032-newest-post-of-a-source.md
-- Nothing else is in a row, and what changes is in no index: a part of each page is left free, so that a new post is
-- written beside the row it replaces.
CREATE TABLE "author_newest_posts" (
	"author_id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL
) WITH (fillfactor = 80);
--> statement-breakpoint
CREATE TABLE "pet_newest_posts" (
	"pet_id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL
) WITH (fillfactor = 80);
--> statement-breakpoint
-- Arguments: what is kept, the column of the source, and that of the post. In the order of the sources, so that two posts
-- of the same pets never wait for each other.
CREATE FUNCTION keep_newest_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A row that is new enough already is locked all the same: who takes that post away waits, and then sees this one.
    EXECUTE format($sql$
      INSERT INTO %1$I AS k (%2$I, post_id)
      SELECT DISTINCT ON (%2$I) %2$I, %3$I FROM new_rows ORDER BY %2$I, %3$I DESC
      ON CONFLICT (%2$I) DO UPDATE SET post_id = excluded.post_id WHERE k.post_id < excluded.post_id
      $sql$, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2]);
  -- With each post goes a statement that takes its pets away, of which there may be none.
  ELSIF EXISTS (SELECT FROM old_rows) THEN
    -- Locked by a statement of its own: the next one sees what others have committed meanwhile.
    EXECUTE format('SELECT FROM %1$I WHERE %2$I IN (SELECT %2$I FROM old_rows) ORDER BY %2$I FOR UPDATE',
      TG_ARGV[0], TG_ARGV[1]);
    EXECUTE format($sql$
      DELETE FROM %1$I k WHERE %2$I IN (SELECT %2$I FROM old_rows)
        AND NOT EXISTS (SELECT FROM %4$I p WHERE p.%2$I = k.%2$I)
      $sql$, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], TG_TABLE_NAME);
    EXECUTE format($sql$
      UPDATE %1$I k SET post_id = (
        SELECT p.%3$I FROM %4$I p WHERE p.%2$I = k.%2$I ORDER BY p.%3$I DESC LIMIT 1)
      WHERE (%2$I, post_id) IN (SELECT %2$I, %3$I FROM old_rows)
      $sql$, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Pets go with a post before its own statement ends, and a new post holds its author before its pets.
CREATE FUNCTION hold_newest_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM author_newest_posts WHERE author_id = OLD.author_id FOR UPDATE;
  RETURN OLD;
END $$;
--> statement-breakpoint
-- From here to the end nobody writes posts; whoever reads goes on. A million posts, walked in an index: half a second.
CREATE TRIGGER newest_held BEFORE DELETE ON posts FOR EACH ROW EXECUTE FUNCTION hold_newest_post();
--> statement-breakpoint
CREATE TRIGGER newest_inserted AFTER INSERT ON posts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_newest_posts('author_newest_posts', 'author_id', 'id');
--> statement-breakpoint
CREATE TRIGGER newest_deleted AFTER DELETE ON posts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_newest_posts('author_newest_posts', 'author_id', 'id');
--> statement-breakpoint
CREATE TRIGGER newest_inserted AFTER INSERT ON post_pets REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_newest_posts('pet_newest_posts', 'pet_id', 'post_id');
--> statement-breakpoint
CREATE TRIGGER newest_deleted AFTER DELETE ON post_pets REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_newest_posts('pet_newest_posts', 'pet_id', 'post_id');
--> statement-breakpoint
INSERT INTO author_newest_posts (author_id, post_id)
  SELECT DISTINCT ON (author_id) author_id, id FROM posts ORDER BY author_id, id DESC;
--> statement-breakpoint
INSERT INTO pet_newest_posts (pet_id, post_id)
  SELECT DISTINCT ON (pet_id) pet_id, post_id FROM post_pets ORDER BY pet_id DESC, post_id DESC;
--> statement-breakpoint
ALTER TABLE "author_newest_posts" ADD CONSTRAINT "author_newest_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_newest_posts" ADD CONSTRAINT "pet_newest_posts_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;
