CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Text as search compares it: lower case without accents. unaccent() is only STABLE because its dictionary could be
-- changed; naming the dictionary makes the promise ours, and indexes on plain() possible.
CREATE FUNCTION plain(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(unaccent('unaccent'::regdictionary, $1));
