-- Search shows tags and places by how many posts have them. They are counted as posts come and go, in the transaction that
-- changes them; no write can forget it. docs/decisions/0028-tag-and-place-counters.md
CREATE TABLE "place_counts" (
	"place" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"uses" integer NOT NULL,
	"posts" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_places" (
	"place" text NOT NULL,
	"post_id" uuid NOT NULL,
	"is_listed" boolean NOT NULL,
	CONSTRAINT "post_places_place_post_id_pk" PRIMARY KEY("place","post_id")
);
--> statement-breakpoint
CREATE TABLE "tag_counts" (
	"tag" text PRIMARY KEY NOT NULL,
	"plain_tag" text GENERATED ALWAYS AS (plain(tag)) STORED NOT NULL,
	"id" uuid NOT NULL,
	"uses" integer NOT NULL,
	"posts" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "posts_search_place";--> statement-breakpoint
-- Made anew below: filled once, not row by row.
DROP INDEX "post_tags_search";--> statement-breakpoint
ALTER TABLE "post_tags" ADD COLUMN "is_listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "post_places" ADD CONSTRAINT "post_places_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Anybody may see the post, who has an account or not.
CREATE FUNCTION is_listed(post posts) RETURNS boolean LANGUAGE sql STABLE
RETURN post.is_ready AND post.archived_at IS NULL AND post.deleted_at IS NULL AND post.audience = 'everyone'
  AND EXISTS (SELECT FROM users a
    WHERE a.id = post.author_id AND a.state = 'active' AND a.deleted_at IS NULL AND NOT a.is_private);
--> statement-breakpoint
-- When it was first used, to the 50 days that the first two bytes of a UUIDv7 tell, and then what tells labels apart.
CREATE FUNCTION label_id(label text, post_id text) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN (left(post_id, 4) || substr(md5(label), 5))::uuid;
--> statement-breakpoint
INSERT INTO post_places (place, post_id, is_listed)
  SELECT plain_place, id, is_listed(p) FROM posts p WHERE plain_place <> '';
--> statement-breakpoint
UPDATE post_tags t SET is_listed = true FROM posts p WHERE p.id = t.post_id AND is_listed(p);
--> statement-breakpoint
INSERT INTO place_counts (place, id, uses, posts)
  SELECT place, label_id(place, min(post_id::text)), count(*), count(*) FILTER (WHERE is_listed)
  FROM post_places GROUP BY place;
--> statement-breakpoint
INSERT INTO tag_counts (tag, id, uses, posts)
  SELECT tag, label_id(tag, min(post_id::text)), count(*), count(*) FILTER (WHERE is_listed)
  FROM post_tags GROUP BY tag;
--> statement-breakpoint
CREATE INDEX "post_tags_search" ON "post_tags" USING gin (plain("tag") gin_trgm_ops, short_parts(plain("tag")));--> statement-breakpoint
CREATE INDEX "place_counts_search" ON "place_counts" USING gin (search_keys(search_cell("posts", "id"), "place", ''));--> statement-breakpoint
CREATE INDEX "place_counts_by_plain" ON "place_counts" USING btree ("place" collate "C","posts" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "place_counts_most_used" ON "place_counts" USING btree ("posts" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "post_places_of_post" ON "post_places" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "tag_counts_search" ON "tag_counts" USING gin (search_keys(search_cell("posts", "id"), "plain_tag", ''));--> statement-breakpoint
CREATE INDEX "tag_counts_by_plain" ON "tag_counts" USING btree ("plain_tag" collate "C","posts" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tag_counts_most_used" ON "tag_counts" USING btree ("posts" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
-- Arguments: the counts, and what they count, which is the column's name in both tables. In the order of the labels, so
-- that two posts with the same never wait for each other.
CREATE FUNCTION count_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    EXECUTE format($sql$
      INSERT INTO %1$I AS c (%2$I, id, uses, posts)
      SELECT %2$I, label_id(%2$I, min(post_id::text)), count(*), count(*) FILTER (WHERE is_listed)
      FROM new_rows GROUP BY %2$I ORDER BY %2$I
      ON CONFLICT (%2$I) DO UPDATE SET uses = c.uses + excluded.uses, posts = c.posts + excluded.posts
      $sql$, TG_ARGV[0], TG_ARGV[1]);
  ELSIF TG_OP = 'DELETE' THEN
    EXECUTE format($sql$
      WITH gone AS (
        SELECT %2$I, count(*) AS uses, count(*) FILTER (WHERE is_listed) AS posts FROM old_rows GROUP BY %2$I),
      locked AS MATERIALIZED (
        SELECT %2$I FROM %1$I WHERE %2$I IN (SELECT %2$I FROM gone) ORDER BY %2$I FOR NO KEY UPDATE)
      UPDATE %1$I c SET uses = c.uses - g.uses, posts = c.posts - g.posts FROM gone g JOIN locked USING (%2$I)
      WHERE c.%2$I = g.%2$I
      $sql$, TG_ARGV[0], TG_ARGV[1]);
    EXECUTE format('DELETE FROM %1$I WHERE uses = 0 AND %2$I IN (SELECT %2$I FROM old_rows)', TG_ARGV[0], TG_ARGV[1]);
  ELSE
    EXECUTE format($sql$
      WITH changed AS (
        SELECT %2$I, sum(n) AS posts FROM (
          SELECT %2$I, is_listed::int AS n FROM new_rows UNION ALL SELECT %2$I, -is_listed::int FROM old_rows) rows
        GROUP BY %2$I),
      locked AS MATERIALIZED (
        SELECT %2$I FROM %1$I WHERE %2$I IN (SELECT %2$I FROM changed WHERE posts <> 0) ORDER BY %2$I FOR NO KEY UPDATE)
      UPDATE %1$I c SET posts = c.posts + n.posts FROM changed n JOIN locked USING (%2$I) WHERE c.%2$I = n.%2$I
      $sql$, TG_ARGV[0], TG_ARGV[1]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_inserted AFTER INSERT ON post_tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_labels('tag_counts', 'tag');
--> statement-breakpoint
CREATE TRIGGER count_updated AFTER UPDATE ON post_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_labels('tag_counts', 'tag');
--> statement-breakpoint
CREATE TRIGGER count_deleted AFTER DELETE ON post_tags REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_labels('tag_counts', 'tag');
--> statement-breakpoint
CREATE TRIGGER count_inserted AFTER INSERT ON post_places REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_labels('place_counts', 'place');
--> statement-breakpoint
CREATE TRIGGER count_updated AFTER UPDATE ON post_places REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_labels('place_counts', 'place');
--> statement-breakpoint
CREATE TRIGGER count_deleted AFTER DELETE ON post_places REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_labels('place_counts', 'place');
--> statement-breakpoint
CREATE FUNCTION list_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_listed := coalesce((SELECT is_listed(p) FROM posts p WHERE p.id = NEW.post_id), false);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER list_inserted BEFORE INSERT ON post_tags FOR EACH ROW EXECUTE FUNCTION list_tag();
--> statement-breakpoint
CREATE FUNCTION list_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_places (place, post_id, is_listed)
    SELECT p.plain_place, p.id, is_listed(p) FROM new_rows n JOIN posts p ON p.id = n.id WHERE p.plain_place <> '';
  -- Tags that the same statement wrote before it wrote the post.
  UPDATE post_tags t SET is_listed = true FROM new_rows n JOIN posts p ON p.id = n.id
    WHERE n.is_ready AND t.post_id = p.id AND NOT t.is_listed AND is_listed(p);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON posts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_posts();
--> statement-breakpoint
CREATE FUNCTION list_post() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE listed boolean := is_listed(NEW);
BEGIN
  IF OLD.plain_place <> NEW.plain_place THEN
    DELETE FROM post_places WHERE post_id = NEW.id;
    INSERT INTO post_places (place, post_id, is_listed)
      SELECT NEW.plain_place, NEW.id, listed WHERE NEW.plain_place <> '';
  END IF;
  UPDATE post_places SET is_listed = listed WHERE post_id = NEW.id AND is_listed <> listed;
  UPDATE post_tags SET is_listed = listed WHERE post_id = NEW.id AND is_listed <> listed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER list_changed AFTER UPDATE OF place, is_ready, archived_at, deleted_at, audience ON posts
  FOR EACH ROW EXECUTE FUNCTION list_post();
--> statement-breakpoint
CREATE FUNCTION list_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_places t SET is_listed = NOT t.is_listed FROM posts p
    WHERE p.author_id = NEW.id AND t.post_id = p.id AND t.is_listed <> is_listed(p);
  UPDATE post_tags t SET is_listed = NOT t.is_listed FROM posts p
    WHERE p.author_id = NEW.id AND t.post_id = p.id AND t.is_listed <> is_listed(p);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER list_changed AFTER UPDATE OF state, deleted_at, is_private ON users FOR EACH ROW
  WHEN ((OLD.state, OLD.deleted_at, OLD.is_private) IS DISTINCT FROM (NEW.state, NEW.deleted_at, NEW.is_private))
  EXECUTE FUNCTION list_author();
