import type { NotificationId, UserId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { type Joining, type LineCause, type Subject, type Touched, upsertLines } from './line-queries.ts'
import { TOPIC } from './notification-streams.ts'
import type { Recipient } from './recipient-queries.ts'

// Every process reads a notice whole, for whichever of its users; two ids and their quotes take some 85 bytes.
const LINES_PER_NOTICE = 80

/** What somebody is notified of: the group that alike things join while they are unread, and what it is about. */
export type LineKey = { groupKey: string; subject: Subject }

/** Tells the open streams of these users, when the transaction commits, how many lines are unread now. */
export async function announceLines(
  { live }: Pick<Deps, 'live'>,
  db: Db,
  lines: readonly { userId: UserId; id?: NotificationId }[],
) {
  const notes = lines.map(({ userId, id }) => (id ? [userId, id] : [userId]))
  for (let at = 0; at < notes.length; at += LINES_PER_NOTICE)
    await live.announce(db, TOPIC, { lines: notes.slice(at, at + LINES_PER_NOTICE) })
}

/** A recipient of what one of many did. */
export type RecipientOf = Recipient & { cause: LineCause }

/** Writes a line for each recipient, or joins the one that is there unread, and tells their open streams. */
export async function notifyMany<Told extends RecipientOf>(
  deps: Pick<Deps, 'live'>,
  db: Db,
  recipients: readonly Told[],
  lineOf: (recipient: Told) => LineKey,
): Promise<void> {
  if (recipients.length === 0) return
  const joining = recipients.map((recipient): Joining => {
    const { userId, type, cause } = recipient
    const { groupKey, subject } = lineOf(recipient)
    return { id: newId<NotificationId>(cause.at), userId, type, groupKey, ...subject, ...cause }
  })
  await announceLines(deps, db, await upsertLines(db, joining))
}

/** The same for what one person did. */
export const notify = (
  deps: Pick<Deps, 'live'>,
  db: Db,
  recipients: readonly Recipient[],
  cause: LineCause,
  lineOf: (recipient: Recipient) => LineKey,
): Promise<void> =>
  notifyMany(
    deps,
    db,
    recipients.map((recipient) => ({ ...recipient, cause })),
    lineOf,
  )

/** Tells the open streams of those whose lines somebody has left. */
export const announceLeft = (deps: Pick<Deps, 'live'>, db: Db, left: readonly Touched[]) =>
  announceLines(
    deps,
    db,
    left.map(({ userId }) => ({ userId })),
  )
