-- expand: a trigger on the log counts into a new table that the last release does not know.
CREATE TABLE "moderation_months" (
	"month" text NOT NULL,
	"what" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "moderation_months_month_what_pk" PRIMARY KEY("month","what")
);
--> statement-breakpoint
-- As what a log entry counts: an automated decision counts twice, by its action and as automated.
CREATE FUNCTION transparency_counts(entry jsonb) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT entry #>> '{about,action}' WHERE entry ->> 'did' = 'decided'
  UNION ALL SELECT 'automated' WHERE entry ->> 'did' = 'decided' AND (entry #>> '{about,automated}')::boolean
  UNION ALL SELECT entry ->> 'did' WHERE entry ->> 'did' IN ('undone', 'appealed')
  UNION ALL SELECT 'overturned' WHERE entry ->> 'did' = 'judged' AND entry #>> '{about,outcome}' = 'overturned'
$$;
--> statement-breakpoint
CREATE FUNCTION count_moderation_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO moderation_months AS m (month, what, count)
    SELECT left(NEW.entry::jsonb ->> 'at', 7), counted, 1 FROM transparency_counts(NEW.entry::jsonb) AS counted
    ON CONFLICT (month, what) DO UPDATE SET count = m.count + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Before the older entries are counted: creating it locks the log against new entries until the commit.
CREATE TRIGGER count_moderation_log AFTER INSERT ON moderation_log FOR EACH ROW
  EXECUTE FUNCTION count_moderation_log();
--> statement-breakpoint
INSERT INTO moderation_months (month, what, count)
  SELECT left(l.entry::jsonb ->> 'at', 7), counted, count(*)
  FROM moderation_log l, transparency_counts(l.entry::jsonb) AS counted GROUP BY 1, 2;
