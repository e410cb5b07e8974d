-- A stored time zone name that this database does not know (its zone files may come without old names) counts as
-- TIME_ZONE, which each connection of the app sets as pawtrait.time_zone; UTC on other connections.
CREATE FUNCTION known_time_zone(stored text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidate text;
BEGIN
  FOREACH candidate IN ARRAY ARRAY[stored, current_setting('pawtrait.time_zone', true)] LOOP
    BEGIN
      IF now() AT TIME ZONE candidate IS NOT NULL THEN
        RETURN candidate;
      END IF;
    EXCEPTION WHEN invalid_parameter_value THEN
      NULL; -- the next candidate
    END;
  END LOOP;
  RETURN 'UTC';
END $$;
