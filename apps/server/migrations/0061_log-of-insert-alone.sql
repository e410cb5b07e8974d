-- expand: comments; the role that the app runs as never changed these rows.
COMMENT ON TABLE "moderation_log" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "moderation_log_heads" IS 'append-only';
