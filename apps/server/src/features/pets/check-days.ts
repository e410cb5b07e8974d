import { fieldProblem } from '#platform/problem.ts'

const hour = 3_600_000
// The day begins first in UTC+14.
const AHEAD = 14 * hour

/**
 * A pet is born and comes home on days that have begun somewhere on Earth.
 * @throws Problem 'validation-failed' naming the field.
 */
export function checkDays(days: { [field in 'birthday' | 'gotchaDay']?: string | null | undefined }, now: Date) {
  const today = new Date(now.getTime() + AHEAD).toISOString().slice(0, 10)
  for (const field of ['birthday', 'gotchaDay'] as const)
    if ((days[field] ?? '') > today) throw fieldProblem(field, 'future', 'This day is still to come.')
}
