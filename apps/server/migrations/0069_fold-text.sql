-- expand: the last release folds its queries with plain() too, and finds tags by the spelling that it writes.
-- One folding for search and filters, the same as `foldText` in packages/contract/src/fold-text.ts: NFKD, lower case, without
-- accents and invisible characters, letters in one spelling, NFC. unaccent() turned Hangul and Indic letters into others
-- than the app's own folding of filter words.
CREATE OR REPLACE FUNCTION plain(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN octet_length($1) = char_length($1) THEN lower($1) ELSE
  normalize(
    replace(replace(replace(replace(
      translate(
        regexp_replace(replace(lower(normalize($1, NFKD)), U&'\0438\0306', U&'\0439'),
          '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0951-\u0954\u180B-\u180F\u1AB0-\u1ACE\u1CD0-\u1CD2\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]', '', 'g'),
        'ıłđħøŧŋðƀɖςةىیکٱہھ’‘ʼʻ׳“”„״‐‒–—−', 'ildhotndbdσهييكاهه''''''''''""""-----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFC) END;
--> statement-breakpoint
-- Writing a column to itself computes the generated column again.
UPDATE "pets" SET "name" = "name" WHERE "plain_name" <> plain("name");--> statement-breakpoint
UPDATE "users" SET "fullname" = "fullname" WHERE "plain_name" <> plain("fullname");--> statement-breakpoint
UPDATE "posts" SET "caption" = "caption", "place" = "place"
  WHERE "plain_caption" <> plain("caption") OR "plain_place" <> plain("place");--> statement-breakpoint
UPDATE "tag_counts" SET "tag" = "tag" WHERE "plain_tag" <> plain("tag");--> statement-breakpoint
REINDEX INDEX "post_tags_search";--> statement-breakpoint
REINDEX INDEX "users_search_fullname";--> statement-breakpoint
UPDATE "species_filters" s SET "word" = plain("word") WHERE "word" <> plain("word") AND NOT EXISTS (
  SELECT FROM "species_filters" o WHERE o."user_id" = s."user_id" AND o."word" = plain(s."word"));--> statement-breakpoint
-- Tags in the spelling of `normaliseTag`: one wall for İstanbul and istanbul, half-width and full-width letters.
INSERT INTO "post_tags" ("post_id", "tag")
  SELECT t."post_id", n."tag" FROM "post_tags" t
  CROSS JOIN LATERAL (SELECT normalize(replace(lower(normalize(t."tag", NFKC)), U&'i\0307', 'i'), NFC)) n("tag")
  WHERE t."tag" <> n."tag" ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "post_tags"
  WHERE "tag" <> normalize(replace(lower(normalize("tag", NFKC)), U&'i\0307', 'i'), NFC);
