CREATE TABLE "payment_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"code" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"result_token_hash" "bytea",
	"conversation_id" text,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_claims_state" CHECK ("payment_claims"."state" in ('checking', 'by-hand', 'accepted', 'refused')),
	CONSTRAINT "payment_claims_reason" CHECK ("payment_claims"."reason" in ('unknown-code', 'used', 'does-not-fit')),
	CONSTRAINT "payment_claims_refused" CHECK (("payment_claims"."state" = 'refused') = ("payment_claims"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_once" ON "payment_claims" USING btree ("order_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_token" ON "payment_claims" USING btree ("result_token_hash");--> statement-breakpoint
CREATE INDEX "payment_claims_open" ON "payment_claims" USING btree ("told_at") WHERE state in ('checking', 'by-hand');