-- Beside what unaccent() folds, a sigma is one letter wherever it stands: lower('ΟΣ') does not end as a name written ός.
CREATE OR REPLACE FUNCTION plain(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(lower(unaccent('unaccent'::regdictionary, $1)), 'ς', 'σ');
--> statement-breakpoint
-- Every letter of a text and every two that stand side by side: what an index can look up where a term is too short for
-- threes of letters, or has none that count as such. Cut apart at U+0001, which no kept text holds.
CREATE FUNCTION short_parts(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 300
RETURN string_to_array($1, NULL)
  || string_to_array(regexp_replace($1, '(..)', E'\\1\x01', 'g'), E'\x01')
  || string_to_array(regexp_replace(substr($1, 2), '(..)', E'\\1\x01', 'g'), E'\x01');
--> statement-breakpoint
DROP INDEX "pets_search_name";--> statement-breakpoint
DROP INDEX "post_tags_search";--> statement-breakpoint
DROP INDEX "posts_search_caption";--> statement-breakpoint
DROP INDEX "posts_search_place";--> statement-breakpoint
DROP INDEX "users_search_fullname";--> statement-breakpoint
DROP INDEX "users_search_username";--> statement-breakpoint
CREATE INDEX "pets_search_name" ON "pets" USING gin (plain("name") gin_trgm_ops, short_parts(plain("name")));--> statement-breakpoint
CREATE INDEX "post_tags_search" ON "post_tags" USING gin (plain("tag") gin_trgm_ops, short_parts(plain("tag")));--> statement-breakpoint
CREATE INDEX "posts_search_caption" ON "posts" USING gin (plain("caption") gin_trgm_ops, short_parts(plain("caption")));--> statement-breakpoint
CREATE INDEX "posts_search_place" ON "posts" USING gin (plain("place") gin_trgm_ops, short_parts(plain("place")));--> statement-breakpoint
CREATE INDEX "users_search_fullname" ON "users" USING gin (plain("fullname") gin_trgm_ops, short_parts(plain("fullname")));--> statement-breakpoint
CREATE INDEX "users_search_username" ON "users" USING gin ("username" gin_trgm_ops, short_parts("username"));