CREATE TABLE "export_pieces" (
	"file" text PRIMARY KEY NOT NULL,
	"export_id" uuid NOT NULL,
	"begins_at" bigint NOT NULL,
	"size_bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"state" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"size_bytes" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "exports_progress" CHECK ("exports"."progress" between 0 and 100),
	CONSTRAINT "exports_ready" CHECK ("exports"."state" <> 'ready' or num_nulls("exports"."size_bytes", "exports"."expires_at") = 0)
);
--> statement-breakpoint
ALTER TABLE "export_pieces" ADD CONSTRAINT "export_pieces_export_id_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "export_pieces_place" ON "export_pieces" USING btree ("export_id","begins_at");--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one" ON "exports" USING btree ("user_id") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "exports_newest" ON "exports" USING btree ("user_id","id" DESC NULLS FIRST);