import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { forEachRow } from '#platform/database/for-each-row.ts'
import { newId } from '#platform/database/id.ts'
import {
  deletePlanMailOptOut,
  insertPlanMailOptOut,
  insertReminder,
  markRemindersSeen,
  selectDueReminders,
  selectReminderEmail,
} from './queries.ts'
import { createReminderEmail } from './reminder-email.ts'
import { readPremiumStatus } from './view.ts'

const BATCH_SIZE = 200

/**
 * Sends reminders of the end of a plan, in the app and by mail: seven days and one day before, at the end, and when the
 * grace period ends. Each is sent once. A plan never renews by itself, so there is nothing to cancel.
 */
export async function sendPlanEndReminders(ctx: Context) {
  const { livemode } = ctx.config.payments
  const select = async (after: string) =>
    (await selectDueReminders(ctx.db, livemode, ctx.now, after, BATCH_SIZE)).map((reminder) => ({
      ...reminder,
      id: reminder.periodId,
    }))
  await forEachRow(ctx, 'remind-plan-ends', select, (reminder) =>
    ctx.transaction(async ({ db, job }) => {
      const id = newId<string>(ctx.now)
      const isInserted = await insertReminder(db, { ...reminder, id, livemode, now: ctx.now })
      if (isInserted && ctx.mail.on) await job('mail-reminder', { reminder: id })
    }),
  )
}

/** Mails a reminder, unless `selectReminderEmail` returns undefined: for example, the user has paid since. */
export async function mailReminder(ctx: Context, id: string) {
  const reminder = await selectReminderEmail(ctx.db, id)
  if (reminder) await ctx.mail.send(createReminderEmail(ctx.config, reminder))
}

/** Dismisses the viewer's current reminder of the plan, and all older ones. */
export const dismissReminder = (ctx: UserContext) => markRemindersSeen(ctx.db, ctx.viewer, ctx.now)

/** Turns mails about the plan on or off. Reminders in the app are still shown. */
export async function setPlanMails(ctx: UserContext, on: boolean): Promise<PremiumStatus> {
  if (on) await deletePlanMailOptOut(ctx.db, ctx.viewer)
  else await insertPlanMailOptOut(ctx.db, ctx.viewer)
  return readPremiumStatus(ctx)
}
