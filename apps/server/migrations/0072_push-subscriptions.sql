CREATE TABLE "push_messages" (
	"subscription_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"notification_id" uuid NOT NULL,
	"comment_id" uuid,
	"notification_updated_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_messages_subscription_id_tag_pk" PRIMARY KEY("subscription_id","tag")
);
--> statement-breakpoint
CREATE TABLE "push_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"shows_content" boolean NOT NULL,
	"quiet_from" time,
	"quiet_until" time,
	CONSTRAINT "push_settings_quiet" CHECK (("push_settings"."quiet_from" is null) = ("push_settings"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" "bytea" NOT NULL,
	"auth" "bytea" NOT NULL,
	"key_id" uuid NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"synced_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vapid_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"is_current" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_settings" ADD CONSTRAINT "push_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_key_id_vapid_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."vapid_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_messages_of_comment" ON "push_messages" USING btree ("comment_id") WHERE comment_id is not null;--> statement-breakpoint
CREATE INDEX "push_messages_by_time" ON "push_messages" USING btree ("sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_of_user" ON "push_subscriptions" USING btree ("user_id","endpoint");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_active" ON "push_subscriptions" USING btree ("endpoint") WHERE session_id is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_session" ON "push_subscriptions" USING btree ("session_id") WHERE session_id is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_key" ON "push_subscriptions" USING btree ("key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vapid_keys_public" ON "vapid_keys" USING btree ("public_key");--> statement-breakpoint
CREATE UNIQUE INDEX "vapid_keys_current" ON "vapid_keys" USING btree ("is_current") WHERE is_current;