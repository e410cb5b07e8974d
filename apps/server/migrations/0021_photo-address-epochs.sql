ALTER TABLE "photos" ADD COLUMN "epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address_epoch" integer DEFAULT 0 NOT NULL;