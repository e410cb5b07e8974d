-- expand: the trigger invalidates more ids. The last release drops values that depend on them, and ignores the rest.
-- Posts show dates in the time zone of a pet, which is that of its first owner. The owner need not be the author.
CREATE OR REPLACE FUNCTION invalidate_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate_day(NEW.id);
  PERFORM invalidate(pet_id) FROM pet_people WHERE user_id = NEW.id AND role = 'owner';
  RETURN NULL;
END $$;
