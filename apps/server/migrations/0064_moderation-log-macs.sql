-- expand: triggers on a new table that the last release does not know.
CREATE TABLE "moderation_log_macs" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER keep_moderation_log_macs BEFORE UPDATE OR DELETE ON moderation_log_macs FOR EACH ROW
  EXECUTE FUNCTION refuse_moderation_log_change();
--> statement-breakpoint
CREATE TRIGGER keep_all_moderation_log_macs BEFORE TRUNCATE ON moderation_log_macs FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_moderation_log_change();
--> statement-breakpoint
COMMENT ON TABLE "moderation_log_macs" IS 'append-only';
