import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config/config.ts'
import { renderEmail } from '#platform/mail/render-email.ts'
import { formatInstant } from '#platform/text/time-zone.ts'
import { GRACE_MS } from './is-premium.sql.ts'
import type { PlanEndReminderKind, ReminderLetterData } from './queries.ts'

const emailTexts: Record<
  PlanEndReminderKind,
  (endTime: string, graceEndTime: string) => { subject: string; line: string }
> = {
  'seven-days': (endTime) => ({ subject: 'Premium ends in a week', line: `Your Premium Plan ends on ${endTime}.` }),
  'one-day': (endTime) => ({ subject: 'Premium ends within a day', line: `Your Premium Plan ends on ${endTime}.` }),
  ended: (endTime, graceEndTime) => ({
    subject: 'Premium has ended',
    line: `Your Premium Plan ended on ${endTime}. Premium stays on until ${graceEndTime}.`,
  }),
  'grace-ended': (endTime) => ({
    subject: 'Premium is off',
    line: `Your Premium Plan ended on ${endTime}. Hidden posts stay hidden.`,
  }),
}

/** E-mail about the end of a plan. It states when the plan ends, and that it never renews by itself. */
export function createReminderEmail(
  { publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>,
  reminder: ReminderLetterData,
) {
  const formatTime = (iso: string) => formatInstant(iso, reminder.timeZone, timeZone)
  const graceEndTime = new Date(Date.parse(reminder.endsAt) + GRACE_MS).toISOString()
  const { subject, line } = emailTexts[reminder.kind](formatTime(reminder.endsAt), formatTime(graceEndTime))
  return renderEmail({
    to: reminder.email,
    subject,
    lines: [`Hello ${reminder.username},`, line, 'It never renews by itself.'],
    button: { text: 'Add a month', url: `${publicUrl}${paths.premium}` },
    notes: reminder.livemode ? [] : ['TEST MODE: no real money moved.'],
    stop: `${publicUrl}${paths.payments}`,
  })
}
