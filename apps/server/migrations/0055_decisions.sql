-- expand: the last release knows neither suspended nor taken down things; it reads both as gone, by state and deleted_at,
-- but for stories, and asks the index of addresses for nothing that the new one does not hold.
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"user_id" uuid,
	"pet_id" uuid,
	"post_id" uuid,
	"comment_id" uuid,
	"story_id" uuid,
	"kind" text NOT NULL,
	"moderator_id" uuid,
	"automated" boolean DEFAULT false NOT NULL,
	"action" text NOT NULL,
	"rule" text,
	"note" text NOT NULL,
	"until" timestamp with time zone,
	"words" text NOT NULL,
	"before" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	"appeal_text" text DEFAULT '' NOT NULL,
	"appealed_at" timestamp with time zone,
	"appeal_outcome" text,
	"appeal_note" text DEFAULT '' NOT NULL,
	"judged_at" timestamp with time zone,
	"judged_by" uuid,
	"purged_at" timestamp with time zone,
	"subject_id" uuid GENERATED ALWAYS AS (coalesce(user_id, pet_id, post_id, comment_id, story_id)) STORED,
	CONSTRAINT "decisions_rule" CHECK (("decisions"."action" = 'dismiss') = ("decisions"."rule" is null)),
	CONSTRAINT "decisions_until" CHECK (("decisions"."action" = 'suspend') = ("decisions"."until" is not null))
);
--> statement-breakpoint
CREATE TABLE "report_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"moderator_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "taken_down_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "taken_down_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "taken_by" uuid;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "taken_down_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "taken_down_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "taken_down_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_moderator_id_moderators_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."moderators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_undone_by_moderators_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."moderators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_judged_by_moderators_id_fk" FOREIGN KEY ("judged_by") REFERENCES "public"."moderators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_notes" ADD CONSTRAINT "report_notes_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_notes" ADD CONSTRAINT "report_notes_moderator_id_moderators_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."moderators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_of_owner" ON "decisions" USING btree ("owner_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_of_subject" ON "decisions" USING btree ("subject_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_of_user" ON "decisions" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "decisions_of_pet" ON "decisions" USING btree ("pet_id") WHERE pet_id is not null;--> statement-breakpoint
CREATE INDEX "decisions_of_post" ON "decisions" USING btree ("post_id") WHERE post_id is not null;--> statement-breakpoint
CREATE INDEX "decisions_of_comment" ON "decisions" USING btree ("comment_id") WHERE comment_id is not null;--> statement-breakpoint
CREATE INDEX "decisions_of_story" ON "decisions" USING btree ("story_id") WHERE story_id is not null;--> statement-breakpoint
CREATE INDEX "decisions_by_moderator" ON "decisions" USING btree ("moderator_id") WHERE moderator_id is not null;--> statement-breakpoint
CREATE INDEX "decisions_undone_by" ON "decisions" USING btree ("undone_by") WHERE undone_by is not null;--> statement-breakpoint
CREATE INDEX "decisions_judged_by" ON "decisions" USING btree ("judged_by") WHERE judged_by is not null;--> statement-breakpoint
CREATE INDEX "decisions_appealed" ON "decisions" USING btree ("appealed_at") WHERE appealed_at is not null and judged_at is null;--> statement-breakpoint
CREATE INDEX "decisions_to_purge" ON "decisions" USING btree ("created_at") WHERE action = 'take-down' and undone_at is null and purged_at is null;--> statement-breakpoint
CREATE INDEX "report_notes_of_report" ON "report_notes" USING btree ("report_id","id");--> statement-breakpoint
CREATE INDEX "report_notes_by_moderator" ON "report_notes" USING btree ("moderator_id") WHERE moderator_id is not null;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_taken_by_moderators_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."moderators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_of_decision" ON "reports" USING btree ("decision_id") WHERE decision_id is not null;--> statement-breakpoint
CREATE INDEX "reports_taken" ON "reports" USING btree ("taken_by") WHERE taken_by is not null;--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("suspended_until") WHERE state = 'suspended';--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email")) WHERE "users"."state" <> 'pending';
--> statement-breakpoint
-- What is limited is not counted for everybody either.
CREATE OR REPLACE FUNCTION is_listed(post posts) RETURNS boolean LANGUAGE sql STABLE
RETURN post.is_ready AND post.archived_at IS NULL AND post.deleted_at IS NULL AND post.audience = 'everyone'
  AND EXISTS (SELECT FROM users a WHERE a.id = post.author_id AND a.state = 'active' AND a.deleted_at IS NULL
    AND NOT a.is_private AND NOT a.is_limited);
--> statement-breakpoint
DROP TRIGGER list_changed ON users;
--> statement-breakpoint
CREATE TRIGGER list_changed AFTER UPDATE OF state, deleted_at, is_private, is_limited ON users FOR EACH ROW
  WHEN ((OLD.state, OLD.deleted_at, OLD.is_private, OLD.is_limited)
    IS DISTINCT FROM (NEW.state, NEW.deleted_at, NEW.is_private, NEW.is_limited))
  EXECUTE FUNCTION list_author();
--> statement-breakpoint
DROP TRIGGER invalidate_changed ON stories;
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER UPDATE OF photo_id, caption, alt, audience, is_ready, taken_down_at ON stories
  FOR EACH ROW EXECUTE FUNCTION invalidate_row();
