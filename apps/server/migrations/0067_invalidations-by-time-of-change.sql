-- expand: only the sweep reads the time, in every release. The start of a long transaction may be older than the sweep
-- keeps rows, even if the change itself is new.
ALTER TABLE "invalidations" ALTER COLUMN "at" SET DEFAULT clock_timestamp();
