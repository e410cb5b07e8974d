import type { Adjustments } from '@pawtrait/contract/photos/photo-adjustments.ts'
import { sql } from 'drizzle-orm'
import {
  bit,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { bytes, id, instant } from '#platform/database/columns.ts'

/** SHA-256 hashes of known pictures, from the operator's list as last downloaded. Uploads of them are refused. */
export const knownPictures = pgTable(
  'listed_pictures',
  {
    hash: bytes('hash').primaryKey(),
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [index('listed_pictures_by_time').on(t.seenAt)],
)

/** Accepted photos. The row of a deleted photo remains, so that its URLs return 410. */
export const photos = pgTable(
  'photos',
  {
    id: id(),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** Media name: 128 random bits in hex, in file names and URLs of the renderings; new for every edit. */
    name: text('name').notNull(),
    /** File name of the original, without extension. The file has no metadata and is served only to the owner. */
    originalName: text('original_name').notNull(),
    originalFormat: text('original_format', { enum: ['jpg', 'png', 'webp', 'gif', 'avif'] }).notNull(),
    state: text('state', { enum: ['processing', 'ready', 'failed'] }).notNull(),
    /** Width of the rendering in pixels, after crop and rotation. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Blurred preview, as a thumbhash of about 25 bytes. */
    placeholder: bytes('placeholder').notNull(),
    /** Shown part, in fractions of the width and height of the rotated and straightened original. */
    crop: jsonb('crop').$type<{ x: number; y: number; width: number; height: number }>(),
    rotate: integer('rotate').notNull().default(0),
    adjustments: jsonb('adjustments').$type<Adjustments>(),
    /** Widths that exist in WebP and JPEG. */
    widths: integer('widths').array().notNull().default(sql`'{}'`),
    avifWidths: integer('avif_widths').array().notNull().default(sql`'{}'`),
    isPublic: boolean('is_public').notNull().default(false),
    /** Incremented when users lose access, which invalidates all URLs signed before. */
    epoch: integer('epoch').notNull().default(0),
    sizeBytes: integer('size_bytes').notNull(),
    /** SHA-256 hash of the uploaded file. */
    hash: bytes('hash').notNull(),
    /** Perceptual hash of the whole photo; null if it has too little detail or was accepted by an older release. */
    likeness: bit('likeness', { dimensions: 119 }),
    /** Perceptual hash of the cropped part. */
    shownLikeness: bit('shown_likeness', { dimensions: 119 }),
    createdAt: instant('created_at').notNull(),
    /**
     * Time of first use by a post, story, profile or portrait. While it is null, the sweep deletes the photo after 24
     * hours. The sweep deletes a photo in a draft 30 days after it was added to the draft.
     */
    attachedAt: instant('attached_at'),
    deletedAt: instant('deleted_at'),
    /** Time of the takedown by moderators. URLs return 410 as for a deleted photo, but the files are kept. */
    takenDownAt: instant('taken_down_at'),
  },
  (t) => [
    uniqueIndex('photos_name').on(t.name),
    index('photos_by_owner').on(t.ownerId, t.createdAt),
    index('photos_unattached').on(t.createdAt).where(sql`attached_at is null and deleted_at is null`),
    index('photos_unfinished').on(t.createdAt).where(sql`state = 'processing' and deleted_at is null`),
    check('photos_rotate', sql`${t.rotate} in (0, 90, 180, 270)`),
  ],
)

/** Resumable uploads on shared storage: any process may receive the next piece. Kept for a day. */
export const uploads = pgTable(
  'uploads',
  {
    /** 128 random bits in hex. */
    id: text('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sizeBytes: integer('size_bytes').notNull(),
    /** Number of bytes stored so far. The next piece begins at this offset. */
    arrived: integer('arrived').notNull().default(0),
    beganAt: instant('began_at').notNull(),
    /** Id of the photo made from the upload. No foreign key, because the id must remain when the photo is deleted. */
    photoId: uuid('photo_id'),
    /**
     * Id of the request that decodes the upload; all other requests wait. Its claim ends at `judgedUntil` (database
     * clock).
     */
    judge: text('judge'),
    judgedUntil: instant('judged_until'),
  },
  (t) => [
    index('uploads_by_owner').on(t.ownerId),
    index('uploads_by_beginning').on(t.beganAt),
    check('uploads_arrived', sql`${t.arrived} between 0 and ${t.sizeBytes}`),
  ],
)

/** Pieces of uploads. Each piece has a row here and a file in the storage. */
export const uploadPieces = pgTable(
  'upload_pieces',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    beginsAt: integer('begins_at').notNull(),
    file: text('file').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.beginsAt] })],
)

/** Expected size and hash of each photo file, to detect files that the storage lost or changed. */
export const photoFiles = pgTable('photo_files', {
  /** File name in the storage, such as `name-640.webp`, or the name of the original. */
  name: text('name').primaryKey(),
  sizeBytes: integer('size_bytes').notNull(),
  /** SHA-256. */
  hash: bytes('hash').notNull(),
})

/** Pictures taken down; no user can upload them again. A row has no personal data, so it remains after an erasure. */
export const blockedPictures = pgTable(
  'blocked_pictures',
  {
    /** No foreign key: the picture remains blocked after its photo is deleted. */
    photoId: uuid('photo_id').primaryKey(),
    /** SHA-256 hash of the uploaded file. */
    hash: bytes('hash').notNull(),
    likeness: bit('likeness', { dimensions: 119 }),
    /** Perceptual hash of the cropped part, if it differs from that of the whole photo. */
    shownLikeness: bit('shown_likeness', { dimensions: 119 }),
    blockedAt: instant('blocked_at').notNull(),
  },
  (t) => [index('blocked_pictures_by_hash').on(t.hash), index('blocked_pictures_by_time').on(t.blockedAt)],
)
