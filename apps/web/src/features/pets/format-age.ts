import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { ageBetween } from '#lib/time/time.ts'
import { MIN_WEEKS_FOR_AGE_IN_MONTHS } from './format-breed-and-age.ts'

/** Returns an age on `day`, such as "2 years 3 months" or "14 weeks". Empty before the birth. Days are `YYYY-MM-DD`. */
export function formatAge(t: TranslateFunction, birthday: string, day: string): string {
  if (day < birthday) return ''
  const { years, months, weeks } = ageBetween(birthday, day)
  if (years === 0 && weeks < MIN_WEEKS_FOR_AGE_IN_MONTHS)
    return weeks === 0 ? t(phrases.pets.justBorn) : t(phrases.pets.weekCount, { count: weeks })
  if (years === 0) return t(phrases.pets.monthCount, { count: months })
  const yearsText = t(phrases.pets.yearCount, { count: years })
  return months === 0
    ? yearsText
    : t(phrases.pets.yearsAndMonths, { years: yearsText, months: t(phrases.pets.monthCount, { count: months }) })
}
