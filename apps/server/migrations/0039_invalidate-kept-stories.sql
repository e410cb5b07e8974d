-- What is kept on a pet's page stands after its day as long as the page does: a page of the story ends with that too.
CREATE FUNCTION invalidate_highlight() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE kept story_highlights := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM invalidate(kept.pet_id), invalidate(kept.story_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER invalidate_changed ON story_highlights;
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OR DELETE ON story_highlights
  FOR EACH ROW EXECUTE FUNCTION invalidate_highlight();
--> statement-breakpoint
CREATE FUNCTION invalidate_stories_of_pet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(story_id) FROM story_highlights WHERE pet_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invalidate_stories AFTER UPDATE OF deleted_at ON pets
  FOR EACH ROW EXECUTE FUNCTION invalidate_stories_of_pet();
