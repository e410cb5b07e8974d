CREATE TABLE "hides" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"hidden_user_id" uuid,
	"hidden_pet_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "hides_one" CHECK (num_nonnulls("hides"."hidden_user_id", "hides"."hidden_pet_id") = 1),
	CONSTRAINT "hides_not_self" CHECK ("hides"."hidden_user_id" is null or "hides"."hidden_user_id" <> "hides"."user_id")
);
--> statement-breakpoint
CREATE TABLE "feed_days" (
	"user_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"posts" uuid[] NOT NULL,
	CONSTRAINT "feed_days_user_id_starts_at_pk" PRIMARY KEY("user_id","starts_at")
);
--> statement-breakpoint
ALTER TABLE "hides" ADD CONSTRAINT "hides_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hides" ADD CONSTRAINT "hides_hidden_user_id_users_id_fk" FOREIGN KEY ("hidden_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hides" ADD CONSTRAINT "hides_hidden_pet_id_pets_id_fk" FOREIGN KEY ("hidden_pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_days" ADD CONSTRAINT "feed_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hides_user" ON "hides" USING btree ("user_id","hidden_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hides_pet" ON "hides" USING btree ("user_id","hidden_pet_id");--> statement-breakpoint
CREATE INDEX "hides_of_user" ON "hides" USING btree ("hidden_user_id");--> statement-breakpoint
CREATE INDEX "hides_of_pet" ON "hides" USING btree ("hidden_pet_id");--> statement-breakpoint
CREATE INDEX "feed_days_by_end" ON "feed_days" USING btree ("ends_at");