import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config/config.ts'
import { renderEmail } from '#platform/mail/render-email.ts'
import { formatInstant } from '#platform/text/time-zone.ts'
import type { PlanEndReminderKind, ReminderLetterData } from './queries.ts'

const GRACE_MS = 72 * 60 * 60_000

const words: Record<PlanEndReminderKind, (ends: string, graceEnds: string) => { subject: string; line: string }> = {
  'seven-days': (ends) => ({ subject: 'Premium ends in a week', line: `Your Premium Plan ends on ${ends}.` }),
  'one-day': (ends) => ({ subject: 'Premium ends within a day', line: `Your Premium Plan ends on ${ends}.` }),
  ended: (ends, graceEnds) => ({
    subject: 'Premium has ended',
    line: `Your Premium Plan ended on ${ends}. Premium stays on until ${graceEnds}.`,
  }),
  'grace-ended': (ends) => ({
    subject: 'Premium is off',
    line: `Your Premium Plan ended on ${ends}. Hidden posts stay hidden.`,
  }),
}

/** E-mail about the end of a plan. It states when the plan ends, and that it never renews by itself. */
export function reminderLetter(
  { publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>,
  reminder: ReminderLetterData,
) {
  const at = (iso: string) => formatInstant(iso, reminder.timeZone, timeZone)
  const graceEnds = new Date(Date.parse(reminder.endsAt) + GRACE_MS).toISOString()
  const { subject, line } = words[reminder.kind](at(reminder.endsAt), at(graceEnds))
  return renderEmail({
    to: reminder.email,
    subject,
    lines: [`Hello ${reminder.username},`, line, 'It never renews by itself.'],
    button: { words: 'Add a month', url: `${publicUrl}${paths.premium}` },
    notes: reminder.livemode ? [] : ['TEST MODE: no real money moved.'],
    stop: `${publicUrl}${paths.payments}`,
  })
}
