-- A day has an id of its own: reading one's feed says nothing of one's posts, pages and sessions.
CREATE FUNCTION invalidate_day(reader uuid) RETURNS void LANGUAGE sql AS $$
  SELECT invalidate(md5('feed-day ' || $1)::uuid)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION invalidate_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM invalidate_day(OLD.user_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM invalidate_day(NEW.user_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION invalidate_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate_day(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER invalidate_zone ON users;
--> statement-breakpoint
CREATE TRIGGER invalidate_zone AFTER UPDATE OF time_zone ON users FOR EACH ROW EXECUTE FUNCTION invalidate_zone();
