-- The species of each pet beside the post that shows it: the posts of a species are read from the newest on, and of no
-- other. Kept by triggers, in the transaction of the change; no write can forget it.
ALTER TABLE "post_pets" ADD COLUMN "species" text;
--> statement-breakpoint
-- The reference to the pet holds it in the same way, a little later: whoever is putting its species right is waited for.
-- A pet that is not there is the reference's to refuse.
CREATE FUNCTION species_of_pet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.species := coalesce((SELECT species FROM pets WHERE id = NEW.pet_id FOR KEY SHARE), '');
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Against that: whoever is showing the pet in a post is waited for, so that their row is seen below.
CREATE FUNCTION hold_species() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM pets WHERE id = OLD.id FOR UPDATE;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION change_species_in_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_pets SET species = NEW.species WHERE pet_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What is shown of a pet is invalidated with the pet; the species here is for finding alone.
DROP TRIGGER invalidate_changed ON post_pets;
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OF pet_id, post_id OR DELETE ON post_pets
  FOR EACH ROW EXECUTE FUNCTION invalidate_post();
--> statement-breakpoint
CREATE TRIGGER species_given BEFORE INSERT ON post_pets FOR EACH ROW EXECUTE FUNCTION species_of_pet();
--> statement-breakpoint
CREATE TRIGGER species_held BEFORE UPDATE OF species ON pets FOR EACH ROW
  WHEN (OLD.species <> NEW.species) EXECUTE FUNCTION hold_species();
--> statement-breakpoint
CREATE TRIGGER species_changed AFTER UPDATE OF species ON pets FOR EACH ROW
  WHEN (OLD.species <> NEW.species) EXECUTE FUNCTION change_species_in_posts();
--> statement-breakpoint
UPDATE post_pets pp SET species = p.species FROM pets p WHERE p.id = pp.pet_id;
--> statement-breakpoint
ALTER TABLE "post_pets" ALTER COLUMN "species" SET NOT NULL;
--> statement-breakpoint
CREATE INDEX "post_pets_by_species" ON "post_pets" USING btree ("species","post_id" DESC NULLS FIRST);
