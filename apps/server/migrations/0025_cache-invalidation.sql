CREATE TABLE "invalidations" (
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"about" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invalidations_transaction_about_pk" PRIMARY KEY("transaction","about")
);
--> statement-breakpoint
-- Said twice in a transaction counts once.
CREATE FUNCTION invalidate(about uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO invalidations (about) VALUES ($1) ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION invalidate_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(OLD.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION invalidate_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM invalidate(OLD.post_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM invalidate(NEW.post_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION invalidate_pet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM invalidate(OLD.pet_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM invalidate(NEW.pet_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION invalidate_blocked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE block blocks := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM invalidate(block.blocker_id), invalidate(block.blocked_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION invalidate_everything() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('00000000-0000-0000-0000-000000000000');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Counters are read anew for each reader: a like invalidates nothing.
CREATE TRIGGER invalidate_changed AFTER UPDATE OF author_id, caption, place, audience, replies, is_ready, posted_at,
  edited_at, archived_at, pinned_at, deleted_at ON posts FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
CREATE TRIGGER invalidate_deleted AFTER DELETE ON posts FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OR DELETE ON post_photos
  FOR EACH ROW EXECUTE FUNCTION invalidate_post();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OR DELETE ON post_pets
  FOR EACH ROW EXECUTE FUNCTION invalidate_post();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OR DELETE ON comments
  FOR EACH ROW EXECUTE FUNCTION invalidate_post();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER UPDATE OR DELETE ON photos FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER UPDATE OF slug, name, species, breed, birthday, backdrop, portrait_id, died_on,
  deleted_at ON pets FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
CREATE TRIGGER invalidate_deleted AFTER DELETE ON pets FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OR DELETE ON pet_people
  FOR EACH ROW EXECUTE FUNCTION invalidate_pet();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OR DELETE ON blocks
  FOR EACH ROW EXECUTE FUNCTION invalidate_blocked();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER UPDATE OF username, fullname, image_name, address_epoch ON users
  FOR EACH ROW EXECUTE FUNCTION invalidate_row();
--> statement-breakpoint
-- Who comes back or goes is in things that do not name them: a comment hidden until now, a number of answers.
CREATE TRIGGER invalidate_known AFTER UPDATE OF state, deleted_at ON users FOR EACH ROW
  WHEN (OLD.state <> 'pending' AND (OLD.state, OLD.deleted_at) IS DISTINCT FROM (NEW.state, NEW.deleted_at))
  EXECUTE FUNCTION invalidate_everything();
--> statement-breakpoint
CREATE TRIGGER invalidate_deleted AFTER DELETE ON users FOR EACH ROW WHEN (OLD.state <> 'pending')
  EXECUTE FUNCTION invalidate_everything();
--> statement-breakpoint
CREATE TRIGGER invalidate_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION invalidate_row();
