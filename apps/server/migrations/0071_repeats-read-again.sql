-- expand: a trigger takes the created id from the response that 0.1.0 stores; its keys and responses stay as they are
-- A key stores the id of what its call created, and no response: a repeat reads the thing again. Release 0.1.0 refuses a
-- repeat of a newer release's call: with 422, because it hashes the body in another way, or with 500, because its
-- serialiser refuses the empty default. The column `answer` stays for 0.1.0; this release deletes old responses from it.
ALTER TABLE "idempotency_keys" ALTER COLUMN "answer" SET DEFAULT '{}'::jsonb;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "created_id" uuid;--> statement-breakpoint
CREATE FUNCTION created_id_of_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.created_id := coalesce(NEW.created_id, (NEW.answer->>'id')::uuid);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Release 0.1.0 writes only the response.
CREATE TRIGGER created_id_given BEFORE UPDATE OF answer ON idempotency_keys
  FOR EACH ROW EXECUTE FUNCTION created_id_of_answer();
--> statement-breakpoint
UPDATE idempotency_keys SET answer = answer WHERE answer IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_edited_at" timestamp with time zone;
