CREATE TABLE "photo_files" (
	"name" text PRIMARY KEY NOT NULL,
	"size_bytes" integer NOT NULL,
	"hash" "bytea" NOT NULL
);
