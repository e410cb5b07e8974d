import type { PremiumStatus } from '@pawtrait/contract/premium.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
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
 * Tells whoever's plan ends in seven days, in one, has ended, or has used up its grace: each once, in the app and by
 * mail. Nothing renews by itself, so nobody is charged who does not answer.
 */
export async function remindPlanEnds(ctx: Context) {
  const { livemode } = ctx.config.payments
  for (;;) {
    const due = await selectDueReminders(ctx.db, livemode, ctx.now, AT_ONCE)
    for (const reminder of due)
      await ctx.transaction(async ({ db, job }) => {
        const id = newId<string>(ctx.now)
        const isFirst = await insertReminder(db, { ...reminder, id, livemode, now: ctx.now })
        if (isFirst && ctx.mail.on) await job('mail-reminder', { reminder: id })
      })
    if (due.length < AT_ONCE) return
  }
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
