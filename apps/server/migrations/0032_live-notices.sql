CREATE TABLE "live_notices" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "live_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"horizon" "xid8" DEFAULT pg_snapshot_xmin(pg_current_snapshot()) NOT NULL,
	"notice" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"holds_until" timestamp with time zone,
	CONSTRAINT "live_notices_transaction_id_pk" PRIMARY KEY("transaction","id")
);
--> statement-breakpoint
CREATE INDEX "live_notices_held" ON "live_notices" USING btree ("holds_until") WHERE holds_until is not null;