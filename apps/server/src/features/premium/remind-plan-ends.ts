import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { eachRow } from '#platform/database/each-row.ts'
import { newId } from '#platform/database/id.ts'
import { reminderLetter } from './letters.ts'
import {
  deletePlanMailsOff,
  insertPlanMailsOff,
  insertReminder,
  selectDueReminders,
  selectReminderLetter,
  updateRemindersSeen,
} from './queries.ts'
import { premiumStatus } from './view.ts'

const AT_ONCE = 200

/**
 * Tells users that their plan ends in seven days or in one, has ended, or has used up its grace: once each, in the app
 * and by mail. Nothing renews by itself, so no answer costs nothing.
 */
export async function remindPlanEnds(ctx: Context) {
  const { livemode } = ctx.config.payments
  const select = async (after: string) =>
    (await selectDueReminders(ctx.db, livemode, ctx.now, after, AT_ONCE)).map((due) => ({ ...due, id: due.periodId }))
  await eachRow(ctx, 'remind-plan-ends', select, (reminder) =>
    ctx.transaction(async ({ db, job }) => {
      const id = newId<string>(ctx.now)
      const isFirst = await insertReminder(db, { ...reminder, id, livemode, now: ctx.now })
      if (isFirst && ctx.mail.on) await job('mail-reminder', { reminder: id })
    }),
  )
}

/** The letter of a notice. */
export async function mailReminder(ctx: Context, id: string) {
  const reminder = await selectReminderLetter(ctx.db, id)
  if (reminder) await ctx.mail.send(reminderLetter(ctx.config, reminder))
}

/** The viewer has read the notice about their plan; older ones go with it. */
export const closeReminder = (ctx: UserContext) => updateRemindersSeen(ctx.db, ctx.viewer, ctx.now)

/** Whether the viewer is told by mail too. Notices in the app stay. */
export async function setPlanMails(ctx: UserContext, on: boolean): Promise<PremiumStatus> {
  if (on) await deletePlanMailsOff(ctx.db, ctx.viewer)
  else await insertPlanMailsOff(ctx.db, ctx.viewer)
  return premiumStatus(ctx)
}
