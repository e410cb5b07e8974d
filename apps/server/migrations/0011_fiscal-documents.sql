CREATE TABLE "fiscal_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receipt_id" uuid NOT NULL,
	"credit_no" integer NOT NULL,
	"gross_minor" bigint NOT NULL,
	"vat_minor" bigint NOT NULL,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"exported_at" timestamp with time zone,
	CONSTRAINT "fiscal_documents_sign" CHECK (("fiscal_documents"."credit_no" = 0) = ("fiscal_documents"."gross_minor" > 0) and "fiscal_documents"."credit_no" >= 0)
);
--> statement-breakpoint
ALTER TABLE "fiscal_documents" ADD CONSTRAINT "fiscal_documents_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_documents_number" ON "fiscal_documents" USING btree ("receipt_id","credit_no");--> statement-breakpoint
CREATE INDEX "fiscal_documents_by_day" ON "fiscal_documents" USING btree ("livemode","created_at");--> statement-breakpoint
INSERT INTO "fiscal_documents" ("id", "receipt_id", "credit_no", "gross_minor", "vat_minor", "livemode", "created_at") SELECT "id", "id", 0, ("snapshot"->>'amountMinor')::bigint, ("snapshot"->>'vatMinor')::bigint, "livemode", "created_at" FROM "receipts";--> statement-breakpoint
WITH lines AS (
	SELECT c."id", r."id" AS receipt_id, c."amount_minor", c."livemode", c."created_at",
		10000 + (r."snapshot"->>'vatRateBps')::bigint AS whole,
		row_number() OVER w AS credit_no, sum(c."amount_minor") OVER w AS upto
	FROM "credits" c JOIN "receipts" r ON r."payment_id" = c."payment_id"
	WINDOW w AS (PARTITION BY c."payment_id" ORDER BY c."created_at", c."id")
), taxes AS (
	SELECT *, upto - div(upto * 20000 + whole, whole * 2) AS vat_after,
		(upto - "amount_minor") - div((upto - "amount_minor") * 20000 + whole, whole * 2) AS vat_before
	FROM lines
)
INSERT INTO "fiscal_documents" ("id", "receipt_id", "credit_no", "gross_minor", "vat_minor", "livemode", "created_at") SELECT "id", receipt_id, credit_no, -"amount_minor", vat_before - vat_after, "livemode", "created_at" FROM taxes;
