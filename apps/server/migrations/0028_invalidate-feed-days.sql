-- How much of a reader's day is used is kept as well, and with it whether their plan counts.
CREATE FUNCTION invalidate_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM invalidate(OLD.user_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM invalidate(NEW.user_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OR DELETE ON feed_days
  FOR EACH ROW EXECUTE FUNCTION invalidate_user();
--> statement-breakpoint
CREATE TRIGGER invalidate_changed AFTER INSERT OR UPDATE OR DELETE ON plan_periods
  FOR EACH ROW EXECUTE FUNCTION invalidate_user();
--> statement-breakpoint
CREATE TRIGGER invalidate_zone AFTER UPDATE OF time_zone ON users FOR EACH ROW EXECUTE FUNCTION invalidate_row();
