-- Search reads rows in the order of their cells: all of a cell stand before or after all of another in the order in
-- which hits are shown, and a cell is small however many rows there are. docs/decisions/0027-search-cells.md
-- Time by the first 48 bits of a UUIDv7, its milliseconds, in spans of 2^n ms from about January 2024 on.
CREATE FUNCTION id_span(uuid, n int) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN greatest(0, ((('x' || left($1::text, 8))::bit(32)::bigint << 16) - 1704000000000) >> n)::int;
--> statement-breakpoint
-- Most followed first, then newest. Below three followers, where most are, a cell has those who came within 99 days;
-- above, one for each power of two.
CREATE FUNCTION search_cell(followers int, id uuid) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN followers < 3 THEN greatest(0, followers) * 1000 + least(999, id_span(id, 33))
  ELSE 3000 + floor(log(2, followers + 1))::int END;
--> statement-breakpoint
-- Newest first: a cell has the posts of 25 days.
CREATE FUNCTION post_cell(id uuid) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id_span(id, 31);
--> statement-breakpoint
-- What the index of a row's cell holds: every one, two and three letters that stand side by side in its texts, and the
-- same three once more with ^ where they begin one.
CREATE FUNCTION search_keys(cell int, text, text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  keys text[] := '{}';
  words text;
  l text[];
  n int;
  start text;
BEGIN
  FOREACH words IN ARRAY ARRAY[$2, $3] LOOP
    l := string_to_array(words, NULL);
    n := coalesce(array_length(l, 1), 0);
    FOR at IN 1..n LOOP
      start := cell || ':' || l[at];
      keys := keys || start;
      IF at < n THEN keys := keys || (start || l[at + 1]); END IF;
      IF at < n - 1 THEN keys := keys || (start || l[at + 1] || l[at + 2]); END IF;
    END LOOP;
    FOR size IN 1..least(n, 3) LOOP keys := keys || (cell || ':^' || left(words, size)); END LOOP;
  END LOOP;
  RETURN keys;
END $$;
--> statement-breakpoint
DROP INDEX "pets_search_name";--> statement-breakpoint
DROP INDEX "posts_search_caption";--> statement-breakpoint
DROP INDEX "users_search_username";--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "plain_name" text GENERATED ALWAYS AS (plain(name)) STORED NOT NULL;--> statement-breakpoint
-- Together: each ALTER TABLE that adds a stored column writes the table anew.
ALTER TABLE "posts" ADD COLUMN "plain_caption" text GENERATED ALWAYS AS (plain(caption)) STORED NOT NULL,
  ADD COLUMN "plain_place" text GENERATED ALWAYS AS (plain(place)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "plain_name" text GENERATED ALWAYS AS (plain(fullname)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "pets_search" ON "pets" USING gin (search_keys(search_cell("follower_count", "id"), "plain_name", '')) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "pets_by_plain_name" ON "pets" USING btree ("plain_name" collate "C","follower_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin (search_keys(post_cell("id"), "plain_caption", "plain_place")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (search_keys(search_cell("follower_count", "id"), "plain_name", "username")) WHERE state = 'active' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_plain_name" ON "users" USING btree ("plain_name" collate "C","follower_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE state = 'active' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_username_bytes" ON "users" USING btree ("username" collate "C");
