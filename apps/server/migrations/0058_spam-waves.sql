CREATE TABLE "recent_words" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"post_id" uuid,
	"comment_id" uuid,
	"words" text,
	"likeness" bit(119),
	"written_at" timestamp with time zone NOT NULL,
	"wave_id" uuid,
	"subject_id" uuid GENERATED ALWAYS AS (coalesce(post_id, comment_id)) STORED,
	CONSTRAINT "recent_words_one" CHECK (num_nonnulls("recent_words"."post_id", "recent_words"."comment_id") = 1),
	CONSTRAINT "recent_words_of_what" CHECK (num_nonnulls("recent_words"."words", "recent_words"."likeness") = 1)
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "wave_id" uuid;--> statement-breakpoint
ALTER TABLE "recent_words" ADD CONSTRAINT "recent_words_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recent_words" ADD CONSTRAINT "recent_words_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recent_words" ADD CONSTRAINT "recent_words_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recent_words_alike" ON "recent_words" USING btree ("words","written_at") WHERE words is not null;--> statement-breakpoint
CREATE INDEX "recent_words_by_time" ON "recent_words" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "recent_words_by_author" ON "recent_words" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "recent_words_of_post" ON "recent_words" USING btree ("post_id") WHERE post_id is not null;--> statement-breakpoint
CREATE INDEX "recent_words_of_comment" ON "recent_words" USING btree ("comment_id") WHERE comment_id is not null;--> statement-breakpoint
CREATE INDEX "recent_words_of_subject" ON "recent_words" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "reports_of_wave" ON "reports" USING btree ("wave_id","state") WHERE wave_id is not null;