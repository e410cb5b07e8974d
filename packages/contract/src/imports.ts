import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ImportId } from './ids.ts'
import { Count, Time } from './lists.ts'

/** Why something in an archive was not imported. */
export const skipReasons = [
  /** The archive does not hold the file. */
  'missing',
  /** It is not what the archive says that it is: another length or another hash. */
  'damaged',
  'not-a-photo',
  'too-large',
  /** A photo that moderators took down here. */
  'taken-down',
  /** A post with more than ten. */
  'too-many-photos',
  /** A post none of whose photos could be imported. */
  'no-photos',
  /** Words that are too long, a day that does not exist … */
  'invalid',
  'in-the-future',
  /** A post of the last 24 hours, above the daily limit of posts. */
  'too-many-today',
  /** The same photo stands somewhere else already. */
  'twice',
  /** A pet of which they were no owner. */
  'not-yours',
  /** More than an account may have, or an import may bring. */
  'too-many',
  /** Nothing is wrong with it that we know of. */
  'failed',
] as const
export const SkipReason = v.picklist(skipReasons)
export type SkipReason = v.InferOutput<typeof SkipReason>

/** `file`: where in the archive; `at`: of a post, when it was posted. */
export const Skipped = v.object({ file: v.string(), reason: SkipReason, at: v.nullable(Time) })
export type Skipped = v.InferOutput<typeof Skipped>

/** So many of what was skipped are told one by one. */
export const MOST_SKIPPED_TOLD = 200

/** What no import brings: it is about others, or lives on elsewhere. */
export const leftOut = [
  'drafts',
  'follows',
  'likes',
  'comments',
  'stories',
  'saves',
  'earlier-versions',
  'payments',
] as const

/** An archive that an export made, on its way into this account. */
export const Import = v.object({
  id: ImportId,
  state: v.picklist(['waiting', 'running', 'done', 'failed']),
  /** Percent. */
  progress: v.pipe(Count, v.maxValue(100)),
  createdAt: Time,
  finishedAt: v.nullable(Time),
  /** Of one that failed: the archive could not be read further, or we had trouble of our own. */
  failure: v.nullable(v.picklist(['unreadable', 'trouble'])),
  posts: Count,
  photos: Count,
  pets: Count,
  /** Posts and pets that were here before. */
  alreadyHere: Count,
  skipped: v.pipe(v.array(Skipped), v.maxLength(MOST_SKIPPED_TOLD)),
  skippedCount: Count,
  leftOut: v.array(v.picklist(leftOut)),
})
export type Import = v.InferOutput<typeof Import>

/** `mostMb`: how large an archive may be. */
export const NewestImport = v.object({ import: v.nullable(Import), mostMb: Count })
export type NewestImport = v.InferOutput<typeof NewestImport>

export const beginImport = endpoint({
  method: 'POST',
  path: '/api/imports',
  auth: 'user',
  summary: 'Bring in the ZIP of an export (field `archive`): posts, pets, profile. One at a time, a few a day',
  accepts: 'multipart/form-data',
  output: Import,
  status: 202,
})
export const newestImport = endpoint({
  method: 'GET',
  path: '/api/imports',
  auth: 'user',
  summary: 'My newest import, and how large an archive may be',
  output: NewestImport,
})
export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/:id',
  auth: 'user',
  params: { id: ImportId },
  summary: 'How far one of my imports is, and what it has left out',
  output: Import,
})
