-- expand: triggers on a new table that the last release does not know.
CREATE TABLE "moderation_log_heads" (
	"day" date PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER keep_moderation_log_heads BEFORE UPDATE OR DELETE ON moderation_log_heads FOR EACH ROW
  EXECUTE FUNCTION refuse_moderation_log_change();
--> statement-breakpoint
CREATE TRIGGER keep_all_moderation_log_heads BEFORE TRUNCATE ON moderation_log_heads FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_moderation_log_change();
