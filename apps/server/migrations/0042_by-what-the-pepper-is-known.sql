CREATE TABLE "pepper_fingerprints" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "pepper_fingerprints_one" CHECK ("pepper_fingerprints"."is_only")
);
