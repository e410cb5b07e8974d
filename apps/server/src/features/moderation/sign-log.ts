import type { Context } from '#platform/context.ts'
import { insertSignedHead, type SignedHead, selectLastOfLog } from './log-queries.ts'

/** By a key that is not in the database: whoever can write there alone cannot make one. */
export const headSignature = (
  { secrets }: Pick<Context, 'secrets'>,
  { day, seq, hash }: Omit<SignedHead, 'signature'>,
): string => secrets.mac('moderation-log', `${day} ${seq} ${hash}`)

/**
 * Signs the newest row of the log, once a day: what stood then cannot be written anew, with all its hashes, unnoticed.
 * The line in the app's own log bears the hash out of the database.
 */
export async function signLog(ctx: Context): Promise<void> {
  const last = await selectLastOfLog(ctx.db)
  if (!last) return
  const head = { day: ctx.now.toISOString().slice(0, 10), seq: last.seq, hash: last.hash }
  await insertSignedHead(ctx.db, { ...head, signature: headSignature(ctx, head) })
  ctx.log.info('moderation-log-signed', { seq: head.seq, hash: head.hash.slice(0, 32) })
}
