ALTER TABLE "provider_events" ALTER COLUMN "raw" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "raw_sha256" "bytea";--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "kept" jsonb;--> statement-breakpoint
CREATE INDEX "provider_events_remembered" ON "provider_events" USING btree ("received_at") WHERE raw is not null;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_forgotten" CHECK (("provider_events"."raw" is null) = ("provider_events"."raw_sha256" is not null));