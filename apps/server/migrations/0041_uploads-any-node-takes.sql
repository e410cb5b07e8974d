CREATE TABLE "upload_pieces" (
	"upload_id" text NOT NULL,
	"begins_at" integer NOT NULL,
	"file" text NOT NULL,
	CONSTRAINT "upload_pieces_upload_id_begins_at_pk" PRIMARY KEY("upload_id","begins_at")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"size_bytes" integer NOT NULL,
	"arrived" integer DEFAULT 0 NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"photo_id" uuid,
	"judge" text,
	"judged_until" timestamp with time zone,
	CONSTRAINT "uploads_arrived" CHECK ("uploads"."arrived" between 0 and "uploads"."size_bytes")
);
--> statement-breakpoint
ALTER TABLE "upload_pieces" ADD CONSTRAINT "upload_pieces_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_by_owner" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "uploads_by_beginning" ON "uploads" USING btree ("began_at");