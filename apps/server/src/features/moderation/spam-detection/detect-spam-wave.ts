import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { CommentId, PostId, SpamWaveId } from '@pawtrait/contract/ids.ts'
import { computeOrientationHashes } from '#features/media/blocked-photos/perceptual-hash-frequencies.ts'
import { executeDecision } from '#features/moderation/decide-report.ts'
import { upsertReport } from '#features/moderation/queries.ts'
import { selectReportedContent } from '#features/moderation/report-detail-queries.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { accountAgeInDays, NEW_ACCOUNT_DAYS } from '#features/users/new-account-limits.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { retrySkippedRows, tryRow } from '#platform/database/for-each-row.ts'
import { newId } from '#platform/database/id.ts'
import {
  addSpamWaveMembers,
  deleteFingerprintsBefore,
  type Fingerprint,
  isHideable,
  lockSpamWaves,
  type NewContent,
  replaceFingerprints,
  type SpamWaveMember,
  selectContent,
  selectSpamWave,
} from './spam-wave-queries.ts'
import { computeTextFingerprints } from './text-fingerprints.ts'

/** Period in which copies form a spam wave. The setting `SPAM_WAVE` is the minimum number of different authors. */
const WITHIN_MS = DAY_MS
const RETENTION_MS = 2 * DAY_MS

const NOTE = 'Many new accounts posted the same thing. A moderator will look at it.'

const actions = { post: 'hide', comment: 'take-down' } as const

/**
 * Job for a post or comment that a new account has written or edited. Compares its text and photos with those of other
 * new accounts. Hides copies until a moderator decides. docs/decisions/0061-spam-waves.md
 */
export async function detectSpamWave(ctx: Context, content: NewContent): Promise<void> {
  const { spamWave, publicUrl } = ctx.config
  const row = spamWave > 0 ? await selectContent(ctx.db, content) : undefined
  if (row && accountAgeInDays(row.author, ctx.now) >= NEW_ACCOUNT_DAYS) return
  const fingerprints: Fingerprint[] = row
    ? [
        ...computeTextFingerprints(row.text, ctx.secrets, new URL(publicUrl).host).map((words) => ({ words })),
        ...row.likenesses.map((likeness) => ({ likeness, orientations: computeOrientationHashes(likeness) })),
      ]
    : []
  // Commits fingerprints before it counts, so that of several concurrent jobs the last one counts all copies.
  if (row)
    await ctx.transaction(({ db }) =>
      replaceFingerprints(db, { content, author: row.author, fingerprints, now: ctx.now }),
    )
  let failed = 0
  for (const fingerprint of fingerprints) failed += await hideWave(ctx, fingerprint)
  retrySkippedRows(failed)
}

/** Hides all content with this fingerprint if it is a spam wave. Returns the number of items that it failed to hide. */
async function hideWave(ctx: Context, fingerprint: Fingerprint): Promise<number> {
  const { spamWave } = ctx.config
  const since = new Date(ctx.now.getTime() - WITHIN_MS)
  const findWave = async (db: Db) => {
    const { authors, wave, isFine, loose } = await selectSpamWave(db, fingerprint, since)
    return wave !== null && authors >= spamWave && !isFine ? { authors, wave, loose } : undefined
  }
  if (!(await findWave(ctx.db))) return 0
  const waveToHide = await ctx.transaction(async ({ db }) => {
    await lockSpamWaves(db)
    const current = await findWave(db)
    if (current) await addSpamWaveMembers(db, current.loose, current.wave)
    return current
  })
  if (!waveToHide) return 0
  const note = `Same ${'words' in fingerprint ? 'text' : 'photo'} from ${waveToHide.authors} new accounts`
  let failed = 0
  for (const copy of waveToHide.loose)
    if (
      !(await tryRow(ctx, 'look-for-wave', copy.subjectId, () =>
        hideByAutomaticDecision(ctx, copy, { wave: waveToHide.wave, note }),
      ))
    )
      failed += 1
  return failed
}

/** Hides a post or comment by an automatic decision, and reports it. The decision can be undone and appealed. */
const hideByAutomaticDecision = (
  ctx: Context,
  copy: SpamWaveMember,
  { wave, note }: { wave: SpamWaveId; note: string },
) =>
  ctx.transaction(async (tx) => {
    const { kind, subjectId, owner } = copy
    await lockUsers(tx, owner)
    const reportedContent = await selectReportedContent(tx.db, copy, ctx.now)
    if (!reportedContent || !(await isHideable(tx.db, subjectId))) return
    const subject =
      kind === 'post' ? { type: kind, id: subjectId as PostId } : { type: kind, id: subjectId as CommentId }
    await upsertReport(tx.db, { id: newId(ctx.now), by: null, wave, subject, reason: 'other', note, now: ctx.now })
    const decision = {
      action: actions[kind],
      rule: 'spam',
      note: NOTE,
      moderator: null,
      words: reportedContent.words,
    } as const
    await executeDecision(ctx, tx, { ...decision, kind, subjectId, owner }, {})
  })

export async function deleteOldFingerprints(ctx: Context): Promise<void> {
  await deleteFingerprintsBefore(ctx.db, new Date(ctx.now.getTime() - RETENTION_MS))
}
