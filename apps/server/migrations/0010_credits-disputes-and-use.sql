CREATE TABLE "credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credits_amount" CHECK ("credits"."amount_minor" > 0)
);
--> statement-breakpoint
ALTER TABLE "hides" ADD COLUMN "period_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "payment_intent_id" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "disputed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD COLUMN "first_feed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD COLUMN "first_hide_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credits_once" ON "credits" USING btree ("payment_id","key");--> statement-breakpoint
ALTER TABLE "hides" ADD CONSTRAINT "hides_period_id_plan_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."plan_periods"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hides_of_period" ON "hides" USING btree ("period_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_intent" ON "payment_attempts" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_disputed" ON "payment_attempts" USING btree ("id") WHERE dispute = 'open';--> statement-breakpoint
CREATE INDEX "provider_events_unmatched" ON "provider_events" USING btree ("id") WHERE outcome like 'unmatched%';--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_dispute" CHECK ("payment_attempts"."dispute" in ('open', 'won', 'lost'));--> statement-breakpoint
INSERT INTO "credits" ("id", "payment_id", "key", "amount_minor", "livemode", "created_at") SELECT gen_random_uuid(), "payment_id", 'before', "credited_minor", "livemode", "credited_at" FROM "receipts" WHERE "credited_minor" > 0;--> statement-breakpoint
UPDATE "payment_attempts" a SET "dispute" = 'open', "disputed_at" = o."disputed_at" FROM "payments" p JOIN "orders" o ON o."id" = p."order_id" WHERE p."attempt_id" = a."id" AND p."disposition" = 'applied' AND o."disputed_at" IS NOT NULL AND o."state" = 'fulfilled';--> statement-breakpoint
UPDATE "refunds" SET "next_check_at" = "sent_at" WHERE "state" = 'sent';
