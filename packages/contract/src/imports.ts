import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { ImportId } from './ids.ts'
import { Count, Time } from './lists.ts'

export const skipReasons = [
  /** The file is missing in the archive. */
  'missing',
  /** The length or hash of the file differs from the file list of the archive. */
  'damaged',
  'not-a-photo',
  'too-large',
  'taken-down',
  'too-many-photos',
  /** None of the post's photos could be imported. */
  'no-photos',
  /** Invalid values, such as a text that is too long or a date that does not exist. */
  'invalid',
  'in-the-future',
  /** The post is from the last 24 hours, and the account has reached its daily limit of posts. */
  'too-many-today',
  /** The account already uses the same photo. */
  'twice',
  'not-yours',
  /** The account or the import has reached a limit, such as the number of pets. */
  'too-many',
  /** An error of the server. The item itself seems valid. */
  'failed',
] as const
export const SkipReason = v.picklist(skipReasons)
export type SkipReason = v.InferOutput<typeof SkipReason>

/**
 * A skipped file or post. `file` is the path in the archive. `at` is the time of the post, and null for other items.
 */
export const SkippedItem = v.object({ file: v.string(), reason: SkipReason, at: v.nullable(Time) })
export type SkippedItem = v.InferOutput<typeof SkippedItem>

/** Maximum number of skipped items that an import lists. */
export const MAX_LISTED_SKIPPED_ITEMS = 200

/** Parts of an export that an import ignores. They concern other users, or are stored elsewhere. */
export const excludedExportParts = [
  'drafts',
  'follows',
  'likes',
  'comments',
  'stories',
  'saves',
  'earlier-versions',
  'payments',
] as const

/** Import of an archive that the data export has created. */
export const DataImport = v.object({
  id: ImportId,
  state: v.picklist(['waiting', 'running', 'done', 'failed']),
  /** Progress in percent. */
  progress: v.pipe(Count, v.maxValue(100)),
  createdAt: Time,
  finishedAt: v.nullable(Time),
  /** Cause of a failed import: an unreadable archive, or an error of the server. */
  failure: v.nullable(v.picklist(['unreadable', 'trouble'])),
  posts: Count,
  photos: Count,
  pets: Count,
  /** Number of posts and pets in the archive that the account already has, for instance from an earlier import. */
  alreadyHere: Count,
  skipped: v.pipe(v.array(SkippedItem), v.maxLength(MAX_LISTED_SKIPPED_ITEMS)),
  skippedCount: Count,
  leftOut: v.array(v.picklist(excludedExportParts)),
})
export type DataImport = v.InferOutput<typeof DataImport>

/** `mostMb` is the maximum size of an archive, in megabytes. */
export const NewestImport = v.object({ import: v.nullable(DataImport), mostMb: Count })
export type NewestImport = v.InferOutput<typeof NewestImport>

export const beginImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports',
  auth: 'user',
  summary: 'Import posts, pets and profile from the ZIP of an export (field `archive`); one at a time, a few a day',
  accepts: 'multipart/form-data',
  output: DataImport,
  status: 202,
})
export const getNewestImport = defineEndpoint({
  method: 'GET',
  path: '/api/imports',
  auth: 'user',
  summary: "Get the viewer's newest import, and the maximum size of an archive",
  output: NewestImport,
})
export const getImport = defineEndpoint({
  method: 'GET',
  path: '/api/imports/:id',
  auth: 'user',
  params: { id: ImportId },
  summary: "Get the progress of one of the viewer's imports, with the skipped items and the parts left out",
  output: DataImport,
})
