import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { AccountEvent } from '@pawtrait/contract/sign-in/credentials.ts'
import { describeBrowser } from '#features/sign-in/sessions/describe-browser.ts'
import type { Context, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { truncateIp } from '#platform/monitoring/log.ts'
import { deleteAccountEventsBefore, insertAccountEvent, selectAccountEvents } from './credential-queries.ts'

const MAX_EVENTS = 50
const RETENTION_MS = 180 * DAY_MS

export const recordAccountEvent = (
  { ip, userAgent, now }: Pick<Context, 'ip' | 'userAgent' | 'now'>,
  db: Db,
  userId: UserId,
  kind: AccountEvent['kind'],
) => insertAccountEvent(db, { userId, kind, at: now, label: describeBrowser(userAgent), network: truncateIp(ip) })

/** Returns the security events of the viewer's account, newest first, at most 50. */
export const listAccountEvents = async (ctx: UserContext): Promise<{ events: AccountEvent[] }> => ({
  events: await selectAccountEvents(ctx.db, ctx.viewer, MAX_EVENTS),
})

/** Deletes security events older than 180 days. */
export const sweepAccountEvents = ({ db, now }: Context) =>
  deleteAccountEventsBefore(db, new Date(now.getTime() - RETENTION_MS))
