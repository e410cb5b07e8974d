import { phrases } from '#i18n/phrases.ts'
import type { Translate } from '#i18n/translate.ts'
import { ageBetween } from '#lib/time/time.ts'
import { MONTHS_FROM_WEEK } from './pet-detail.ts'

/** Returns an age on `day`, such as "2 years 3 months" or "14 weeks". Empty before the birth. Days are `YYYY-MM-DD`. */
export function formatAge(t: Translate, birthday: string, day: string): string {
  if (day < birthday) return ''
  const { years, months, weeks } = ageBetween(birthday, day)
  if (years === 0 && weeks < MONTHS_FROM_WEEK)
    return weeks === 0 ? t(phrases.pets.justBorn) : t(phrases.pets.weekCount, { count: weeks })
  if (years === 0) return t(phrases.pets.monthCount, { count: months })
  const whole = t(phrases.pets.yearCount, { count: years })
  return months === 0
    ? whole
    : t(phrases.pets.yearsAndMonths, { years: whole, months: t(phrases.pets.monthCount, { count: months }) })
}
