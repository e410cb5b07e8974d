CREATE TABLE "daraja_tokens" (
	"account" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"livemode" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"plan_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"state" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disputed_at" timestamp with time zone,
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_minor" > 0),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('open', 'fulfilled', 'canceled', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"callback_token_hash" "bytea",
	"checkout_request_id" text,
	"merchant_request_id" text,
	"reference" text NOT NULL,
	"checkout_url" text,
	"phone_end" text,
	"result_code" text,
	"reported_at" timestamp with time zone,
	"reported" jsonb,
	"manual_reason" text,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('created', 'submitting', 'pending', 'paid', 'failed', 'canceled', 'expired', 'unknown')),
	CONSTRAINT "payment_attempts_provider" CHECK ("payment_attempts"."provider" in ('mpesa', 'paystack', 'stripe'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_txn_id" text NOT NULL,
	"receipt_code" text,
	"method" text,
	"amount_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"disposition" text NOT NULL,
	"confirmed_by" text NOT NULL,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_disposition" CHECK ("payments"."disposition" in ('applied', 'duplicate', 'mismatch')),
	CONSTRAINT "payments_confirmed_by" CHECK ("payments"."confirmed_by" in ('query', 'callback', 'operator')),
	CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('mpesa', 'paystack', 'stripe')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"raw" "bytea" NOT NULL,
	"headers" jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"attempt_id" uuid,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	"outcome" text,
	"livemode" boolean NOT NULL,
	CONSTRAINT "provider_events_provider" CHECK ("provider_events"."provider" in ('mpesa', 'paystack', 'stripe'))
);
--> statement-breakpoint
CREATE TABLE "receipt_counters" (
	"livemode" boolean PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"no" integer NOT NULL,
	"payment_id" uuid NOT NULL,
	"snapshot" jsonb NOT NULL,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"credited_at" timestamp with time zone,
	"credited_minor" bigint,
	CONSTRAINT "receipts_no_positive" CHECK ("receipts"."no" > 0),
	CONSTRAINT "receipts_credit" CHECK (("receipts"."credited_at" is null) = ("receipts"."credited_minor" is null))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"provider_refund_id" text,
	"result_token_hash" "bytea",
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('requested', 'sent', 'done', 'failed', 'manual')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "plan_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"during" "tstzrange" NOT NULL,
	"anchor_at" timestamp with time zone NOT NULL,
	"anchor_months" integer NOT NULL,
	"state" text NOT NULL,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "plan_periods_state" CHECK ("plan_periods"."state" in ('active', 'closed')),
	CONSTRAINT "plan_periods_during" CHECK (not isempty("plan_periods"."during") and not upper_inf("plan_periods"."during"))
);
--> statement-breakpoint
CREATE TABLE "plan_reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"period_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	CONSTRAINT "plan_reminders_kind" CHECK ("plan_reminders"."kind" in ('seven-days', 'one-day', 'ended', 'grace-ended'))
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"price_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"period" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"livemode" boolean NOT NULL,
	CONSTRAINT "plans_price" CHECK ("plans"."price_minor" > 0 and "plans"."price_minor" % 100 = 0),
	CONSTRAINT "plans_period" CHECK ("plans"."period" ~ '^P([1-9]|1[0-2])M$')
);
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_reminders" ADD CONSTRAINT "plan_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_reminders" ADD CONSTRAINT "plan_reminders_period_id_plan_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."plan_periods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_of_plan" ON "orders" USING btree ("plan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_token" ON "payment_attempts" USING btree ("callback_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_checkout" ON "payment_attempts" USING btree ("checkout_request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_reference" ON "payment_attempts" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_live" ON "payment_attempts" USING btree ("order_id") WHERE state in ('created', 'submitting', 'pending');--> statement-breakpoint
CREATE INDEX "payment_attempts_of_order" ON "payment_attempts" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_early" ON "payment_attempts" USING btree ("created_at") WHERE state in ('created', 'submitting');--> statement-breakpoint
CREATE INDEX "payment_attempts_manual" ON "payment_attempts" USING btree ("id") WHERE manual_reason is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_txn" ON "payments" USING btree ("provider","provider_txn_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_receipt_code" ON "payments" USING btree ("receipt_code");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_applied" ON "payments" USING btree ("order_id") WHERE disposition = 'applied';--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_of_attempt" ON "payments" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_events_once" ON "provider_events" USING btree ("provider","dedupe_key");--> statement-breakpoint
CREATE INDEX "provider_events_waiting" ON "provider_events" USING btree ("id") WHERE processed_at is null;--> statement-breakpoint
CREATE INDEX "provider_events_of_attempt" ON "provider_events" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_no" ON "receipts" USING btree ("livemode","no");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_payment" ON "receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_token" ON "refunds" USING btree ("result_token_hash");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("id") WHERE state <> 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "plan_periods_order" ON "plan_periods" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "plan_periods_by_user" ON "plan_periods" USING btree ("user_id",upper(during) desc);--> statement-breakpoint
CREATE INDEX "plan_periods_by_end" ON "plan_periods" USING btree (upper(during)) WHERE state = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "plan_reminders_once" ON "plan_reminders" USING btree ("user_id","period_id","kind");--> statement-breakpoint
CREATE INDEX "plan_reminders_of_period" ON "plan_reminders" USING btree ("period_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_active_code" ON "plans" USING btree ("code","livemode") WHERE active;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_apart" EXCLUDE USING gist ("user_id" WITH =, "during" WITH &&) WHERE (state = 'active' AND livemode);--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_apart_test" EXCLUDE USING gist ("user_id" WITH =, "during" WITH &&) WHERE (state = 'active' AND NOT livemode);
