import type { UserContext } from '#platform/context.ts'
import { updateRemindersSeen } from './queries.ts'

/** The viewer has read the notice about their plan; older ones go with it. */
export const closeReminder = (ctx: UserContext) => updateRemindersSeen(ctx.db, ctx.viewer, ctx.now)
