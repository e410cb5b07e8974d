import type { Context } from '#platform/context.ts'
import {
  insertLogMac,
  insertSignedLogHead,
  type LogRow,
  type SignedLogHead,
  selectLatestLogEntry,
  selectLogMacs,
} from './log-queries.ts'

type Key = Pick<Context, 'secrets'>

/** MAC of an entry's number and hash, with a key that is not in the database. */
export const computeEntryMac = ({ secrets }: Key, { seq, hash }: Pick<LogRow, 'seq' | 'hash'>): string =>
  secrets.mac('moderation-log-entry', `${seq} ${hash}`)

/** Returns a day's signature. `macsFrom`: number of the first entry with a MAC; undefined in older releases. */
export function signLogHead(
  { secrets }: Key,
  { day, seq, hash }: Omit<SignedLogHead, 'signature'>,
  macsFrom?: number,
): string {
  if (macsFrom === undefined) return secrets.mac('moderation-log', `${day} ${seq} ${hash}`)
  return `${macsFrom}.${secrets.mac('moderation-log', `${day} ${seq} ${hash} ${macsFrom}`)}`
}

/**
 * Adds the first MAC at startup if there is none: for the newest entry, or for number 0 if the log is empty. All later
 * entries must have a MAC. Without this mark, a log with all MACs deleted would look like a log of an older release.
 */
export async function ensureFirstMac({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<void> {
  const [first] = await selectLogMacs(db, -1, 1)
  if (first) return
  const entry = (await selectLatestLogEntry(db)) ?? { seq: 0, hash: '' }
  await insertLogMac(db, { seq: entry.seq, mac: computeEntryMac({ secrets }, entry) })
}

/**
 * Signs the newest entry once a day and writes the first 32 digits of its hash to the server log. An operator can save
 * these digits and later check the moderation log with `log verify --head`. The signature includes the number of the
 * first entry with a MAC.
 */
export async function signLog(ctx: Context): Promise<void> {
  const last = await selectLatestLogEntry(ctx.db)
  if (!last) return
  const [first] = await selectLogMacs(ctx.db, -1, 1)
  const head = { day: ctx.now.toISOString().slice(0, 10), seq: last.seq, hash: last.hash }
  await insertSignedLogHead(ctx.db, { ...head, signature: signLogHead(ctx, head, first?.seq) })
  ctx.log.info('moderation-log-signed', { seq: head.seq, hash: head.hash.slice(0, 32) })
}
