import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { Context } from '#platform/context.ts'
import { deleteReadBefore } from './queries.ts'

const KEPT_MS = 90 * DAY_MS
const AT_ONCE = 1_000

/** Removes lines that were read three months ago, a thousand a statement. What is unread stays. */
export async function sweepNotifications({ db, now }: Context): Promise<void> {
  while ((await deleteReadBefore(db, new Date(now.getTime() - KEPT_MS), AT_ONCE)) === AT_ONCE);
}
