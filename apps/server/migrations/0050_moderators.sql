-- expand: triggers on a new table that the last release does not know; a report it writes again stays decided.
CREATE TABLE "moderation_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"entry" text NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"role" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "subject_id" uuid GENERATED ALWAYS AS (coalesce(user_id, pet_id, post_id, comment_id, story_id)) STORED;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "priority" integer GENERATED ALWAYS AS (case reason when 'cruelty' then 0 when 'private-details' then 1 when 'harassment' then 1 else 2 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "moderators_once" ON "moderators" USING btree ("user_id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("priority","id") WHERE state = 'open' and subject_id is not null;--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("id") WHERE state <> 'open';--> statement-breakpoint
CREATE INDEX "reports_of_subject" ON "reports" USING btree ("subject_id","state");
--> statement-breakpoint
CREATE FUNCTION chain_moderation_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last moderation_log;
BEGIN
  -- One after the other: two at once would follow the same row.
  PERFORM pg_advisory_xact_lock(hashtextextended('moderation-log', 0));
  SELECT * INTO last FROM moderation_log ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last.seq, 0) + 1;
  NEW.hash := sha256(convert_to(
    concat_ws(E'\n', coalesce(encode(last.hash, 'hex'), ''), NEW.seq, NEW.entry), 'UTF8'));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_moderation_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log of moderation is only added to';
END $$;
--> statement-breakpoint
CREATE TRIGGER chain_moderation_log BEFORE INSERT ON moderation_log FOR EACH ROW
  EXECUTE FUNCTION chain_moderation_log();
--> statement-breakpoint
CREATE TRIGGER keep_moderation_log BEFORE UPDATE OR DELETE ON moderation_log FOR EACH ROW
  EXECUTE FUNCTION refuse_moderation_log_change();
--> statement-breakpoint
CREATE TRIGGER keep_all_moderation_log BEFORE TRUNCATE ON moderation_log FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_moderation_log_change();
