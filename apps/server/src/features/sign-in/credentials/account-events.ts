import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { AccountEvent } from '@pawtrait/contract/sign-in/credentials.ts'
import { describeBrowser } from '#features/sign-in/sessions/describe-browser.ts'
import type { Context, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { truncateIp } from '#platform/monitoring/log.ts'
import { deleteAccountEventsBefore, insertAccountEvent, selectAccountEvents } from './credential-queries.ts'

const MOST_SHOWN = 50
const KEPT_MS = 180 * DAY_MS

/** Writes down what happened to an account, and from which browser. */
export const noteAccountEvent = (
  { ip, userAgent, now }: Pick<Context, 'ip' | 'userAgent' | 'now'>,
  db: Db,
  userId: UserId,
  kind: AccountEvent['kind'],
) => insertAccountEvent(db, { userId, kind, at: now, label: describeBrowser(userAgent), network: truncateIp(ip) })

/** What happened to the viewer's account, newest first. */
export const accountEventsOf = async (ctx: UserContext): Promise<{ events: AccountEvent[] }> => ({
  events: await selectAccountEvents(ctx.db, ctx.viewer, MOST_SHOWN),
})

/** Forgets what happened more than 180 days ago. */
export const sweepAccountEvents = ({ db, now }: Context) =>
  deleteAccountEventsBefore(db, new Date(now.getTime() - KEPT_MS))
