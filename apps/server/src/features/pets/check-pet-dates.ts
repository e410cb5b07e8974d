import { Problem } from '#platform/problem.ts'

const hour = 3_600_000
// UTC+14 is the time zone in which each date begins first.
const MAX_UTC_OFFSET_MS = 14 * hour

/** Refuses dates that are in the future in all time zones. @throws Problem 'validation-failed' with each wrong field */
export function checkPetDates(
  days: { [field in 'birthday' | 'gotchaDay' | 'diedOn']?: string | null | undefined },
  now: Date,
) {
  const today = new Date(now.getTime() + MAX_UTC_OFFSET_MS).toISOString().slice(0, 10)
  const message = 'This day is still to come.'
  const futureFields = (['birthday', 'gotchaDay', 'diedOn'] as const).filter((field) => (days[field] ?? '') > today)
  const errors = futureFields.map((field) => ({ field, code: 'future', message }))
  if (errors.length > 0) throw new Problem('validation-failed', message, { errors })
}
