-- Pages that visitors see are kept as well: more of people and pets is shown there, and stories that are kept.
DROP TRIGGER invalidate_changed ON users;
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER UPDATE OF username, fullname, image_name, address_epoch, is_private, bio ON users
  FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
DROP TRIGGER invalidate_changed ON pets;
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER UPDATE OF slug, name, species, breed, birthday, backdrop, portrait_id, died_on,
  deleted_at, sex, gotcha_day, bio ON pets FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER UPDATE OF photo_id, caption, alt, audience, is_ready ON stories
  FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
CREATE TRIGGER invalidate_deleted AFTER DELETE ON stories FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OR DELETE ON story_highlights
  FOR EACH ROW EXECUTE FUNCTION invalidate_pet();
