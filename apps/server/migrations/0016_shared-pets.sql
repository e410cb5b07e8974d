CREATE TABLE "birthday_paws" (
	"pet_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "birthday_paws_pet_id_day_user_id_pk" PRIMARY KEY("pet_id","day","user_id")
);
--> statement-breakpoint
ALTER TABLE "pet_actions" ADD COLUMN "about_user_id" uuid;--> statement-breakpoint
ALTER TABLE "pet_invites" ADD COLUMN "afterwards" text;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "birthday_told_on" date;--> statement-breakpoint
ALTER TABLE "birthday_paws" ADD CONSTRAINT "birthday_paws_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "birthday_paws" ADD CONSTRAINT "birthday_paws_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "birthday_paws_by_user" ON "birthday_paws" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "pet_actions" ADD CONSTRAINT "pet_actions_about_user_id_users_id_fk" FOREIGN KEY ("about_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pet_actions_about_user" ON "pet_actions" USING btree ("about_user_id") WHERE about_user_id is not null;