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

/** SHA-256 of files that the operator's list names, as it was read last. */
export const listedPictures = pgTable(
  'listed_pictures',
  {
    hash: bytes('hash').primaryKey(),
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [index('listed_pictures_by_time').on(t.seenAt)],
)

/** One accepted photo. Files are named by `name`; a deleted row stays, so that its address answers 410. */
export const photos = pgTable(
  'photos',
  {
    id: id(),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** 128 random bits in hex: the address of the rendering; new for every crop. */
    name: text('name').notNull(),
    /** The kept original's file, stripped of metadata; never served but to its owner. */
    originalName: text('original_name').notNull(),
    originalFormat: text('original_format', { enum: ['jpg', 'png', 'webp', 'gif', 'avif'] }).notNull(),
    state: text('state', { enum: ['processing', 'ready', 'failed'] }).notNull(),
    /** Pixels of the rendering, after crop and rotation. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** thumbhash, about 25 bytes. */
    placeholder: bytes('placeholder').notNull(),
    /** Fractions of the original once it is turned and straightened. */
    crop: jsonb('crop').$type<{ x: number; y: number; width: number; height: number }>(),
    rotate: integer('rotate').notNull().default(0),
    adjustments: jsonb('adjustments').$type<Adjustments>(),
    /** Widths that stand in WebP and JPEG. */
    widths: integer('widths').array().notNull().default(sql`'{}'`),
    /** Widths that stand in AVIF. */
    avifWidths: integer('avif_widths').array().notNull().default(sql`'{}'`),
    isPublic: boolean('is_public').notNull().default(false),
    /** Rises when fewer people may see the photo than before: signed addresses given out until then are closed. */
    epoch: integer('epoch').notNull().default(0),
    sizeBytes: integer('size_bytes').notNull(),
    /** SHA-256 of what was uploaded. */
    hash: bytes('hash').notNull(),
    /** What the whole upright photo looks like, as `likenessOf`; null: too plain, or made by an older release. */
    likeness: bit('likeness', { dimensions: 119 }),
    /** What is shown of it looks like. */
    shownLikeness: bit('shown_likeness', { dimensions: 119 }),
    createdAt: instant('created_at').notNull(),
    /** Null: in nobody's post, profile or portrait yet; swept after 24 hours. */
    attachedAt: instant('attached_at'),
    deletedAt: instant('deleted_at'),
    /** By moderators: its addresses answer 410 as when it is deleted, but its files are kept. */
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

/** An upload that comes in pieces, where several processes take them: any may have the next. Kept for a day. */
export const uploads = pgTable(
  'uploads',
  {
    /** 128 random bits in hex. */
    id: text('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sizeBytes: integer('size_bytes').notNull(),
    /** How much of it is kept: where the next piece begins. */
    arrived: integer('arrived').notNull().default(0),
    beganAt: instant('began_at').notNull(),
    /** What it has become; no reference: a photo that is gone is told as such by its own call. */
    photoId: uuid('photo_id'),
    /** Who judges it just now, until an instant of the database's clock. */
    judge: text('judge'),
    judgedUntil: instant('judged_until'),
  },
  (t) => [
    index('uploads_by_owner').on(t.ownerId),
    index('uploads_by_beginning').on(t.beganAt),
    check('uploads_arrived', sql`${t.arrived} between 0 and ${t.sizeBytes}`),
  ],
)

/** A piece of an upload, a file of the storage. */
export const uploadPieces = pgTable(
  'upload_pieces',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    /** The place of its first byte. */
    beginsAt: integer('begins_at').notNull(),
    file: text('file').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.beginsAt] })],
)

/** What each file of a photo holds: how storage is seen to have lost or changed one. Gone with the file. */
export const photoFiles = pgTable('photo_files', {
  /** As the storage knows it: `name-640.webp`, or the original's name. */
  name: text('name').primaryKey(),
  sizeBytes: integer('size_bytes').notNull(),
  /** SHA-256. */
  hash: bytes('hash').notNull(),
})

/**
 * Photos that were taken down: the same picture is not taken again, from anybody. Says nothing about a person, and
 * stays when whose it was is erased.
 */
export const blockedPictures = pgTable(
  'blocked_pictures',
  {
    /** No reference: the picture stays blocked without its photo. */
    photoId: uuid('photo_id').primaryKey(),
    /** SHA-256 of what was uploaded. */
    hash: bytes('hash').notNull(),
    likeness: bit('likeness', { dimensions: 119 }),
    /** Where what was shown looks otherwise. */
    shownLikeness: bit('shown_likeness', { dimensions: 119 }),
    blockedAt: instant('blocked_at').notNull(),
  },
  (t) => [index('blocked_pictures_by_hash').on(t.hash), index('blocked_pictures_by_time').on(t.blockedAt)],
)
